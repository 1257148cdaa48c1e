// SPDX-License-Identifier: GPL-2.0-or-later
// What the browser tests share: TAP, Chromium without a network, and pmrec's own tables to compare with.
"use strict";
const { execFileSync } = require("child_process");
const { chromium } = require("playwright-core");

let tests = 0, failed = 0;

function ok(good, what, detail = "") {
	tests++;
	failed += !good;
	console.log(`${good ? "" : "not "}ok ${tests} - ${what}`);
	if (!good && detail)
		console.error("# " + detail);
}

function is(got, want, what) {
	ok(JSON.stringify(got) === JSON.stringify(want), what, `got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

// All that a page says or asks for goes into page.faults.
async function open(browser, file, hash = "", viewport = { width: 1200, height: 800 }) {
	const context = await browser.newContext({ viewport, offline: true, reducedMotion: "reduce" });
	const page = await context.newPage();
	page.faults = [];
	page.on("console", (m) => page.faults.push(`console: ${m.text()}`));
	page.on("pageerror", (e) => page.faults.push(`error: ${e.message}`));
	page.on("request", (r) => { if (!r.url().startsWith("file://" + file)) page.faults.push(`request: ${r.url()}`); });
	page.on("dialog", (d) => { page.faults.push(`dialog: ${d.message()}`); d.dismiss(); });
	await page.goto(`file://${file}${hash}`);
	return page;
}

async function run(body) {
	const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
	try {
		await body(browser);
	} catch (e) {
		ok(false, "the test ran to its end", e.stack);
	}
	await browser.close();
	console.log(`1..${tests}`);
	process.exitCode = failed ? 1 : 0;
}

// Rows of pmrec report: by symbol the samples of its own, and the shares as text. Of one event.
function report(data, ...options) {
	const args = ["report", "-q", "-i", data, "--children", "-g", "none", "-n", "--sort", "sym", ...options];
	const rows = new Map();
	for (const line of execFileSync(process.env.PMREC, args, { encoding: "utf8" }).split("\n")) {
		const m = /^ +([0-9.]+)% +([0-9.]+)% +(\d+) +\[.\] (.*?) *$/.exec(line);
		if (m)
			rows.set(m[4], { children: Number(m[1]), self: Number(m[2]), samples: Number(m[3]) });
	}
	return rows;
}

// Selects that cut one of their choices: narrower than they would be without a bound.
async function cut(page) {
	return page.$$eval("#choices select", (all) => all.filter((e) => e.offsetWidth).filter((e) => {
		const has = e.offsetWidth;
		e.style.cssText = "max-width: none; width: max-content";
		const wants = e.offsetWidth;
		e.style.cssText = "";
		return has < wants;
	}).map((e) => e.id));
}

const samplesOf = (rows) => [...rows.values()].reduce((sum, row) => sum + row.samples, 0);

module.exports = { ok, is, open, run, report, samplesOf, cut };
