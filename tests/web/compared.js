// SPDX-License-Identifier: GPL-2.0-or-later
// compared.js NEW OLD PAGE: the page of two recordings shows what pmrec report says of each.
"use strict";
const { ok, is, open, run, report, cut } = require("./browser.js");
const [, , now, before, file] = process.argv;
const event = ["--event", "cpu-clock"];
const near = (a, b) => Math.abs(a - b) <= 0.0051;

// By function the shares of both recordings with all below it (each stack once) and of its own.
async function functions(page) {
	return new Map(await page.evaluate(() => {
		const t = graph.tree, out = new Map(), share = (v, all) => 100 * v / all[0];
		for (let i = 1; i < t.n; i++) {
			const frame = t.frame[i], row = out.get(frame) || { now: 0, before: 0, ownNow: 0, ownBefore: 0 };
			if (data.frames.kind[frame] === COMM)
				continue;
			let above = t.parent[i];
			while (above && t.frame[above] !== frame)
				above = t.parent[above];
			if (!above) {
				row.now += share(t.now[i], t.now);
				row.before += share(t.before[i], t.before);
			}
			row.ownNow += share(t.ownNow[i], t.now);
			row.ownBefore += share(t.ownBefore[i], t.before);
			out.set(frame, row);
		}
		return [...out].map(([frame, row]) => [data.frames.name[frame], row]);
	}));
}

function sameAsReport(got, want, all, own, what) {
	const wrong = [...want].filter(([name, row]) => {
		const of = got.get(name);
		return !of || !near(of[all], row.children) || !near(of[own], row.self);
	});
	is(wrong.map(([name]) => name), [], what);
	ok(want.size > 30, `${what}: there are many`, String(want.size));
}

async function widths(page) {
	const sums = () => page.evaluate(() => [graph.tree.total[0], graph.tree.now[0], graph.tree.before[0]]);
	let [drawn, sum, old] = await sums();
	ok(near(drawn / sum, 1) && old > sum, "both side by side: as wide as the new one", `${drawn} ${sum} ${old}`);
	await page.selectOption("#width", "old");
	[drawn, sum] = await sums();
	ok(near(drawn / sum, 1), "the old one is scaled to it");
	await page.selectOption("#compare", "counts");
	[drawn, sum, old] = await sums();
	ok(near(drawn / old, 1), "but not where counts are compared");
	ok(page.url().includes("compare=counts") && page.url().includes("width=old"), "the address tells it");
	await page.selectOption("#width", "new");
	is(await page.evaluate(() => graph.tree.total[0] === graph.tree.now[0]), true, "the new one alone");
	await page.selectOption("#width", "both");
	await page.selectOption("#compare", "shares");
}

// What is more is red, what is less blue; what is in one of them only is drawn all the same.
async function colours(page) {
	const wrong = await page.evaluate(() => {
		const t = graph.tree, bad = [];
		for (let i = 1; i < t.n; i++) {
			const more = t.now[i] / t.now[0] - t.before[i] / t.before[0], change = treeChange(t, i, false);
			if (t.samples[i] && (Math.sign(more) !== Math.sign(change) || Math.abs(change) > 1 || !(t.total[i] > 0)))
				bad.push(graph.nameOf(i));
		}
		return bad;
	});
	is(wrong, [], "colours go with the change of the share");
	const only = await page.evaluate(() => graph.tree.now.filter((v, i) => v && !graph.tree.before[i]).length);
	ok(only > 0, "there are stacks that one recording has alone", String(only));
	is(await page.evaluate(() => changeShade(1, false) !== changeShade(-1, false)), true, "more and less differ");
	is(await page.$$eval("#legend span", (v) => v.map((e) => e.textContent)), ["less, or gone", "as before", "more, or new"], "the legend");
}

// The pointer over a frame: both recordings have what it weighs, its own and its samples. Of the innermost functions all is their own.
async function hovers(page, now, before) {
	const name = "f01", cells = () => page.$$eval("#tip tr", (rows) => rows.map((r) => [...r.children].map((c) => c.textContent)));
	const over = async (node) => {
		const { x, y } = await page.evaluate((i) => {
			const t = graph.tree, box = graph.canvas.getBoundingClientRect();
			return { x: box.left + (t.x[i] + t.total[i] / 2 - graph.from) * graph.scale, y: box.top + graph.top(t.depth[i]) + ROW / 2 };
		}, node);
		await page.mouse.move(x, y);
		return cells();
	};
	const [all, was] = [now, before].map((rows) => [...rows.values()].reduce((sum, row) => sum + row.samples, 0));
	const top = await over(0), digits = (cell) => Number(cell.replace(/\D/g, ""));
	is(top.map((r) => r[0]), ["total now", "before", "change", "self now", "before", "samples now", "before"], "the tip has both");
	is([digits(top[5][1]), digits(top[6][1])], [all, was], "the samples of each");
	const leaf = await page.evaluate((wanted) => {
		const t = graph.tree;
		for (let i = 1; i < t.n; i++)
			if (graph.nameOf(i) === wanted && t.ownNow[i] && t.ownBefore[i] && t.total[i] * graph.scale > 4)
				return { node: i, now: 100 * t.ownNow[i] / t.now[0], before: 100 * t.ownBefore[i] / t.before[0] };
		return null;
	}, name);
	const rows = await over(leaf.node), at = rows.findIndex((r) => r[0] === "self now");
	is([rows[at][2], rows[at + 1][2]], [leaf.now, leaf.before].map((v) => v.toFixed(2) + " %"), "its own of each");
	await page.selectOption("#tree", "callers");
	const inner = await page.evaluate((wanted) => graph.tree.children.subarray(0, graph.tree.first[1]).find((i) => graph.nameOf(i) === wanted), name);
	const turned = await over(inner), samples = turned.findIndex((r) => r[0] === "samples now");
	is([digits(turned[samples][1]), digits(turned[samples + 1][1])], [now.get(name).samples, before.get(name).samples],
		"innermost first: the samples that report has of each");
	await page.selectOption("#tree", "callees");
}

run(async (browser) => {
	const page = await open(browser, file);
	const [now_rows, before_rows] = [report(now, ...event), report(before, ...event)];
	sameAsReport(await functions(page), now_rows, "now", "ownNow", "the new recording");
	sameAsReport(await functions(page), before_rows, "before", "ownBefore", "the old one");
	is(await cut(page), [], "choices are seen whole");
	await widths(page);
	await colours(page);
	await hovers(page, now_rows, before_rows);
	await page.selectOption("#tree", "callers");
	const leaves = new Map(await page.evaluate(() => {
		const t = graph.tree, out = [];
		for (let k = t.first[0]; k < t.first[1]; k++)
			out.push([graph.nameOf(t.children[k]), [100 * t.now[t.children[k]] / t.now[0], 100 * t.before[t.children[k]] / t.before[0]]]);
		return out;
	}));
	const wrong = [...now_rows].filter(([name, row]) => row.samples &&
		!near((leaves.get(name) || [0])[0], row.self));
	is(wrong.map(([name]) => name), [], "innermost first: the functions' own");
	is(await page.isVisible("#pid") || await page.isVisible("#activity"), false, "processes and times are not offered: they differ");
	is(page.faults, [], "no request, no error, nothing on the console");
});
