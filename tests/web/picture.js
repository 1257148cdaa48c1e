// SPDX-License-Identifier: GPL-2.0-or-later
// picture.js DATA PICTURE: the picture of pmrec flame in a browser tells what pmrec report says.
"use strict";
const { ok, is, open, run, report } = require("./browser.js");
const [, , data, file] = process.argv;

// The frame of a name that is the widest, as it lies now.
async function place(page, name) {
	return page.evaluate((wanted) => {
		const all = [...document.querySelectorAll("#frames > g")].filter((g) => g.getAttribute("visibility") !== "hidden" &&
			g.children[0].textContent.startsWith(wanted + " ("));
		const boxes = all.map((g) => g.children[1].getBoundingClientRect()).sort((a, b) => b.width - a.width);
		return { x: boxes[0].x, y: boxes[0].y, w: boxes[0].width, h: boxes[0].height };
	}, name);
}

async function over(page, name) {
	const { x, y, w, h } = await place(page, name);
	await page.mouse.move(x + w / 2, y + h / 2);
	return page.textContent("#details");
}

async function search(page, text) {
	page.once("dialog", (dialog) => dialog.accept(text));
	await page.keyboard.press("Control+f");
	return page.textContent("#matched");
}

run(async (browser) => {
	const page = await open(browser, file), want = report(data, "--event", "cpu-clock");
	page.removeAllListeners("dialog");
	const sum = await page.textContent("#frames > g:first-child > title");
	const samples = [...want.values()].reduce((all, row) => all + row.samples, 0);
	is(sum.replace(/, 0\.\d{3} s,/, ", TIME,"), `all ${samples} samples, TIME, 100.00%`, "all samples");
	ok(/^f01 \(.*\) \d+ samples, [0-9.]+ s, [0-9.]+%$/.test(await over(page, "f01")), "the pointer tells the frame", await over(page, "f01"));

	const whole = await place(page, "f01");
	await page.mouse.click(whole.x + whole.w / 2, whole.y + whole.h / 2);
	const wide = await page.$eval("#frames > g:first-child > rect", (r) => r.getBoundingClientRect().width);
	ok(Math.abs((await place(page, "f01")).w - wide) < 1, "a click zooms in");
	is(await page.getAttribute("#reset", "visibility"), "visible", "one can go back");
	await page.click("#reset");
	ok(Math.abs((await place(page, "f01")).w - whole.w) < .1, "all is shown again");

	for (const name of [...want.keys()].filter((name) => /^f\d+$/.test(name)).slice(0, 8))
		ok(Math.abs(parseFloat((await search(page, `^${name}$`)).slice("matched: ".length)) - want.get(name).children) < .011,
			`search ${name}: its share, each stack once`);
	ok(await page.$$eval(".found", (v) => v.length) > 0, "what matches is marked");
	is(await search(page, "("), "no regular expression", "no regular expression");
	is(await search(page, ""), " ", "nothing is searched for any more");
	is(await page.$$eval(".found", (v) => v.length), 0, "and nothing is marked");
	is(page.faults, [], "no request, no error, nothing on the console");
});
