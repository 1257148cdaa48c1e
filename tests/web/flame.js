// SPDX-License-Identifier: GPL-2.0-or-later
// flame.js DATA PAGE EMPTY: the page of pmrec flame in a browser shows what pmrec report says.
"use strict";
const { readFileSync } = require("fs");
const { ok, is, open, run, report, samplesOf, cut } = require("./browser.js");
const [, , data, file, nothing] = process.argv;
const event = ["--event", "cpu-clock"];

const sum = (page) => page.$eval("#sum", (e) => Number(e.dataset.samples));
const status = (page) => page.$eval("#status", (e) => ({ name: e.dataset.name, samples: Number(e.dataset.samples) }));
const near = (a, b) => Math.abs(a - b) <= 0.0051;

// Where a node lies on the screen: that of the most samples with a name.
async function place(page, name) {
	return page.evaluate((wanted) => {
		const t = graph.tree, box = graph.canvas.getBoundingClientRect();
		let best = 0;
		for (let i = 1; i < t.n; i++)
			if (data.frames.name[t.frame[i]] === wanted && t.samples[i] > (best ? t.samples[best] : 0))
				best = i;
		return { x: box.left + (t.x[best] + t.total[best] / 2 - graph.from) * graph.scale, y: box.top + graph.top(t.depth[best]) + ROW / 2,
			samples: t.samples[best] };
	}, name);
}

// By function: samples with all below it (each stack once) and of its own.
async function functions(page) {
	return new Map(await page.evaluate(() => {
		const t = graph.tree, out = new Map();
		for (let i = 1; i < t.n; i++) {
			const frame = t.frame[i];
			if (data.frames.kind[frame] === COMM)
				continue;
			const row = out.get(frame) || { all: 0, own: 0 };
			let above = t.parent[i], own = t.samples[i];
			for (let k = t.first[i]; k < t.first[i + 1]; k++)
				own -= t.samples[t.children[k]];
			while (above && t.frame[above] !== frame)
				above = t.parent[above];
			row.all += above ? 0 : t.total[i];
			row.own += own;
			out.set(frame, row);
		}
		return [...out].map(([frame, row]) => [data.frames.name[frame], { all: 100 * row.all / t.total[0], own: row.own }]);
	}));
}

async function sameAsReport(page, what, ...options) {
	const want = report(data, ...event, ...options), got = await functions(page);
	is(await sum(page), samplesOf(want), `${what}: all samples`);
	const wrong = [...want].filter(([name, row]) => {
		const own = got.get(name);
		return !own || own.own !== row.samples || !near(own.all, row.children);
	});
	is(wrong.map(([name]) => name), [], `${what}: self and total of each function`);
	ok(got.size === want.size && want.size > 30, `${what}: and there are no others`, `${got.size} and ${want.size}`);
}

async function zooms(page) {
	const want = await place(page, "f01");
	await page.mouse.move(want.x, want.y);
	is(await status(page), { name: "f01", samples: want.samples }, "hover tells the frame");
	ok((await page.textContent("#tip")).includes("f01"), "so does the tip");
	await page.mouse.click(want.x, want.y);
	is(await page.evaluate(() => [graph.nameOf(graph.root), graph.to - graph.from === graph.tree.total[graph.root]]), ["f01", true],
		"a click zooms in");
	const link = page.url();
	ok(link.includes("zoom="), "the address tells it");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	const deeper = await page.evaluate(() => [graph.tree.depth[graph.root], graph.nameOf(graph.tree.parent[graph.root])]);
	is(deeper[1], "f01", "arrow and Enter zoom into a child");
	await page.keyboard.press("Backspace");
	is(page.url(), link, "Backspace goes back");
	await page.click("#reset");
	is(await page.evaluate(() => [graph.root, graph.from, graph.to === graph.tree.total[0]]), [0, 0, true], "reset shows all");
	return link;
}

async function searches(page) {
	const want = report(data, ...event);
	const found = () => page.$eval("#found", (e) => parseFloat(e.textContent));
	await page.fill("#find", "F16");
	ok(near(await found(), want.get("f16").children), "a search tells the share in and below what matches", String(await found()));
	await page.fill("#find", "^f(0[0-2])$");
	is(await page.textContent("#found"), "0.00 %", "as text an expression matches nothing");
	await page.click("#regex");
	ok(near(await found(), 100), "as an expression it does, each stack counted once", String(await found()));
	await page.fill("#find", "^f(");
	ok(await page.$eval("#find", (e) => e.classList.contains("wrong")), "what is no expression is marked");
	await page.keyboard.press("Escape");
	is(await page.textContent("#found"), "", "Escape ends the search");
	await page.click("#regex");
}

async function brushes(page) {
	ok((await page.innerText("#activity")).includes("drag"), "the strip says what can be done with it");
	await page.keyboard.press("?");
	const help = await page.innerText("#keys");
	ok(/drag.*strip/is.test(help) && help.includes(".*"), "so does the help, and how to search by an expression", help);
	await page.keyboard.press("Escape");
	is(await page.isDisabled("#reset"), true, "nothing to take back yet");
	const box = await (await page.$("#strip")).boundingBox();
	await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width * 0.4, box.y + 20);
	await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
	await page.mouse.up();
	const { from, to } = await page.$eval("#span", (e) => ({ ...e.dataset }));
	ok(Number(from) > 1.6 && Number(to) < 2.7, "dragging over the strip chooses a span", `${from} to ${to}`);
	const before = (Number(to) - 1e-9).toFixed(9);
	await sameAsReport(page, "a span", "--time", `${from},${before}`);
	is(await page.isVisible("#brush"), false, "what was done is not asked for any more");
	await page.click("#reset");
	is(await sum(page), samplesOf(report(data, ...event)), "Reset takes it back");
	is(await page.isDisabled("#reset"), true, "and then there is nothing to take back");
	await page.evaluate(() => change({ span: [500, 2000] }));
	await page.click("#unbrush");
	is(await sum(page), samplesOf(report(data, ...event)), "and all of the time again");
}

async function chooses(page) {
	await page.selectOption("#tid", "11");
	await sameAsReport(page, "a thread", "--tid", "11");
	await page.selectOption("#tid", "");
	await page.selectOption("#pid", "20");
	await sameAsReport(page, "a process", "--pid", "20");
	is(await page.$$eval("#tid option", (o) => o.map((e) => e.textContent)), ["all", "<i>two</i> 20"], "only its threads are offered");
	await page.selectOption("#pid", "");
	await page.selectOption("#cpu", "1");
	await sameAsReport(page, "a CPU", "--cpu", "1");
	await page.selectOption("#cpu", "");
	await page.selectOption("#event", { label: "page-faults" });
	const faults = report(data, "--event", "page-faults");
	is(await sum(page), samplesOf(faults), "another event");
	const text = readFileSync(data.replace(/data$/, "txt"), "utf8"), periods = text.matchAll(/^sample event=1 .* period=(\d+)/gm);
	const count = String([...periods].reduce((all, m) => all + Number(m[1]), 0)).replace(/(\d)(?=(\d{3})+$)/g, "$1\u202f");
	is(await page.textContent("#sum"), `page-faults: ${samplesOf(faults)} samples, event count ${count}`, "what is counted has a name");
	ok((await page.textContent("#status")).startsWith(`all \u2014 event count ${count}, 100.00 % of all`), "below the graph as well",
		await page.textContent("#status"));
	await page.selectOption("#event", { label: "cpu-clock" });
}

async function orders(page) {
	const want = report(data, ...event);
	await page.selectOption("#order", "time");
	const wrong = [...await functions(page)].filter(([name, row]) => (want.get(name) || {}).samples !== row.own);
	is(wrong, [], "in the order of time each function has the same of its own");
	ok(await page.evaluate(() => { const t = graph.tree; return [...t.children].every((c, k) => !k || t.parent[c] !== t.parent[t.children[k - 1]] || t.x[c] >= t.x[t.children[k - 1]]); }),
		"frames follow each other in time");
	await page.selectOption("#order", "heavy");
	await page.selectOption("#tree", "callers");
	const leaves = await page.evaluate(() => { const t = graph.tree; return [...t.children.subarray(t.first[0], t.first[1])].map((c) => [data.frames.name[t.frame[c]], t.samples[c]]); });
	const selves = [...want].filter(([, row]) => row.samples).map(([name, row]) => [name, row.samples]);
	is(leaves.sort(), selves.sort(), "innermost first: the widths are what each function has of its own");
	await page.selectOption("#tree", "callees");
}

async function draws(page) {
	const rows = await page.evaluate(() => [1, 2, 3].map((d) => graph.rows[d].reduce((sum, r) => sum + (r.what.node === undefined ? r.what.weight : graph.tree.total[r.what.node]), 0)));
	const deep = await page.evaluate(() => [1, 2, 3].map((d) => { const t = graph.tree; let sum = 0; for (let i = 1; i < t.n; i++) if (t.depth[i] === d) sum += t.total[i]; return sum; }));
	is(rows, deep, "what is narrow is summed, not dropped");
	ok(await page.evaluate(() => graph.rows.flat().some((r) => r.what.node === undefined)), "there was something narrow");
	await page.keyboard.press("i");
	ok(await page.evaluate(() => graph.flame && graph.top(0) > graph.top(1)), "the root can be at the bottom");
	await page.keyboard.press("i");
	const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
	for (const [system, other] of [["light", "dark"], ["dark", "light"]]) {
		await page.emulateMedia({ colorScheme: system });
		await page.waitForFunction((want) => document.documentElement.dataset.theme === want, system);
		is(await page.evaluate(() => state.theme), "auto", `${system} as the system has it`);
		await page.focus("#graph");
		await page.keyboard.press("t");
		is(await theme(), other, `the first press shows ${other}`);
		await page.click("#theme");
		is([await theme(), page.url().includes("theme")], [system, false], "the next what the system has, again");
	}
	const flame = () => page.evaluate(() => graph.flame), regex = () => page.getAttribute("#regex", "aria-pressed");
	await page.focus("#theme");
	await page.keyboard.press("i");
	is(await flame(), true, "letters are heard where a button was pressed last");
	await page.keyboard.press("i");
	await page.focus("#regex");
	await page.keyboard.press("Enter");
	is([await regex(), await flame()], ["true", false], "and Enter there presses the button");
	await page.keyboard.press("Enter");
	is(await regex(), "false", "as often as one likes");
}

run(async (browser) => {
	const page = await open(browser, file);
	is(await page.title(), "</title><b>&", "the title is text");
	await sameAsReport(page, "all");
	is(await cut(page), [], "choices are seen whole");
	const rows = () => page.evaluate(() => new Set([...document.querySelectorAll("#bar label, #search")].map((e) => e.getBoundingClientRect().bottom).filter(Boolean)).size);
	const usual = await rows();
	await page.fill("#find", "f16");
	is(await rows(), usual, "a search moves none of them");
	await page.fill("#find", "");
	const link = await zooms(page);
	await searches(page);
	await brushes(page);
	await chooses(page);
	await orders(page);
	await draws(page);
	is(await page.evaluate(() => typeof hacked), "undefined", "no name was run");
	is(page.faults, [], "nothing was said, nothing asked for");

	const other = await open(browser, file, link.slice(link.indexOf("#")) + "&tid=11&span=500-2000&find=f1&colour=module&theme=dark");
	is(await other.evaluate(() => [graph.nameOf(graph.root), state.tid, state.span, $("find").value, state.colour, $("tid").value]),
		["f01", 11, [500, 2000], "f1", "module", "11"], "a link shows the same");
	const again = await open(browser, file, other.url().slice(other.url().indexOf("#")));
	is(await again.evaluate(() => [graph.root, $("sum").dataset.samples, $("found").textContent]),
		await other.evaluate(() => [graph.root, $("sum").dataset.samples, $("found").textContent]), "and so does the address that it makes");
	const odd = await open(browser, file, "#event=x&pid=y&span=9-1&zoom=zz.1&order=up&tid=99999&find=%E0%A4%A");
	is(odd.faults.concat(other.faults, again.faults), [], "nor with links that make no sense");
	for (const [link, want] of [
		["#tid=11&cpu=1", null], ["#tid=99999", "Thread 99999"], ["#tid=99999&cpu=1", "Thread 99999"],
		["#cpu=7&tid=99999", "Thread 99999, CPU 7"], ["#pid=10&tid=20&colour=module", "Process one 10, Thread 20"],
	]) {
		const none = await open(browser, file, link), text = await none.isVisible("#none") ? await none.textContent("#none") : null;
		is(text, want && `No sample is left by: ${want}`, `${link}: which choice leaves nothing`);
		is(none.faults, [], "without faults");
	}
	const empty = await open(browser, nothing);
	is(await empty.isVisible("#none") && await empty.textContent("#none"), "No sample is in this page.", "a page of nothing says so");
	is(empty.faults, [], "without faults");
	const phone = await open(browser, file, "", { width: 390, height: 780 });
	ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it fits on a phone");
	is(phone.faults, [], "without faults");
});
