// SPDX-License-Identifier: GPL-2.0-or-later
// readers.js DATA: programs of others accept what pmrec export writes, and find in it what pmrec report says.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { Profile } = require("pprof-format");
const { ok, is, open, run, report, samplesOf } = require("./browser.js");
const data = process.argv[2];
const event = ["--event", "cpu-clock"];

function exported(format, ...options) {
	const file = `${data}.${format}`;
	execFileSync(process.env.PMREC, ["export", "-q", "--format", format, "-i", data, "-o", file, ...options]);
	return file;
}

function readsPprof() {
	const profile = Profile.decode(zlib.gunzipSync(fs.readFileSync(exported("pprof"))));
	const text = (id) => profile.stringTable.strings[Number(id)];
	const types = profile.sampleType.map((t) => `${text(t.type)}/${text(t.unit)}`);
	is(types, ["samples/count", "cpu-clock/nanoseconds", "samples/count", "page-faults/count"], "pprof-format: the values");
	const names = new Map(profile.function.map((f) => [Number(f.id), text(f.name)]));
	const lines = new Map(profile.location.map((l) => [Number(l.id), names.get(Number(l.line[0].functionId))]));
	const own = new Map();
	for (const sample of profile.sample) {
		const name = lines.get(Number(sample.locationId[0])), n = Number(sample.value[0]);
		if (n)
			own.set(name, (own.get(name) || 0) + n);
	}
	const want = [...report(data, ...event)].filter(([, row]) => row.samples).map(([name, row]) => [name, row.samples]);
	is([...own].sort(), want.sort(), "pprof-format: samples of each function's own");
	const tids = new Set(profile.sample.flatMap((s) => s.label.filter((l) => text(l.key) === "tid").map((l) => Number(l.num))));
	is([...tids].sort(), [10, 11, 20], "pprof-format: threads");
	const times = execFileSync(process.env.PMREC, ["script", "-i", data, "-F", "time", "-G", "--ns"], { encoding: "utf8" })
		.split("\n").filter((line) => /\d/.test(line)).map((line) => BigInt(line.replace(/[.:\s]/g, "")));
	const span = times[times.length - 1] - times[0], end = BigInt(Math.floor(fs.statSync(data).mtimeMs / 1000)) * 1000000000n;
	is([String(profile.durationNanos), String(profile.timeNanos)], [String(span), String(end - span)], "pprof-format: when, and how long");
	is(`${text(profile.periodType.type)}/${text(profile.periodType.unit)}`, "cpu-clock/nanoseconds", "pprof-format: the period's unit");
}

// What it makes of these has other shares than report: of callgrind's calls it guesses stacks, and in the last two the weight
// of a sample is the time to its neighbours in the same thread.
const sharesAreOwn = ["callgrind", "chrome", "perf-script"];

// speedscope's own page, from its package, opens a file that is dropped on it.
async function readsSpeedscope(browser, format) {
	const folder = path.join(path.dirname(require.resolve("speedscope/package.json")), "dist/release");
	const page = await open(browser, path.join(folder, "index.html"));
	page.faults = [];
	await page.setInputFiles("input[type=file]", exported(format, ...event)).catch(async () => {
		const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByText("Browse").click()]);
		await chooser.setFiles(`${data}.${format}`);
	});
	await page.getByText("Left Heavy").first().waitFor({ timeout: 20000 });
	await page.getByText("Sandwich").first().click();
	await page.getByText("f16", { exact: true }).first().waitFor({ timeout: 20000 });
	const row = (await page.locator("tr", { hasText: "f16" }).first().innerText()).replace(/\s+/g, " ");
	const want = report(data, ...event).get("f16"), shares = [want.self, want.children];
	ok(row.includes("f16") && (sharesAreOwn.includes(format) || shares.every((n) => row.includes(`(${n.toFixed(1)}%)`) || row.includes(`(${n.toFixed(2)}%)`))),
		`speedscope opens ${format}`, `${row}; want ${shares}`);
	is(page.faults.filter((f) => f.startsWith("error")), [], `speedscope opens ${format} without an error`);
}

run(async (browser) => {
	ok(samplesOf(report(data, ...event)) > 2000, "there are samples");
	readsPprof();
	for (const format of ["speedscope", "pprof", "callgrind", "chrome", "perf-script"])
		await readsSpeedscope(browser, format);
});
