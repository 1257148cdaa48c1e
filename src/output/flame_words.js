// SPDX-License-Identifier: GPL-2.0-or-later
// What the page tells in words: of a frame, of all that is seen, of nothing.
"use strict";

// ------------------------------------------------------------------ numbers as text

const grouped = (n) => Math.round(n).toLocaleString("en-US").replace(/,/g, "\u202f");
const percent = (part, whole) => (whole ? 100 * part / whole : 0).toFixed(2) + " %";

const samplesText = (n) => `${grouped(n)} sample${n === 1 ? "" : "s"}`;

// A weight with what it is of; where that is known seconds.
function weightText(weight) {
	if (state.measure === "samples")
		return samplesText(weight);
	return clockEvent.test(data.events[state.event].name) ? (weight / 1e9).toFixed(3) + " s" : "event count " + grouped(weight);
}

// A slot's beginning as pmrec script prints times.
function timeText(slot) {
	const ns = data.from + BigInt(slot) * data.slot;
	return `${ns / 1000000000n}.${String(ns % 1000000000n).padStart(9, "0").replace(/0{1,3}$/, "")}`;
}

// ------------------------------------------------------------------ what a frame is

// What a node weighs with all below it; where two recordings are compared now, and before.
const nowOf = (node) => (data.before ? graph.tree.now : graph.tree.total)[node];
const points = (now, before) => `${now < before ? "\u2212" : "+"}${(100 * Math.abs(now - before)).toFixed(2)}`;

function changeOf(node) {
	const t = graph.tree, share = (v) => v[node] / (v[0] || 1);
	return {
		before: t.before[node], now: t.now[node], points: points(share(t.now), share(t.before)), ownBefore: t.ownBefore[node],
		samplesNow: t.samplesNow[node], samplesBefore: t.samples[node] - t.samplesNow[node], allBefore: t.before[0],
	};
}

function factsOf(what) {
	const t = graph.tree, all = t.total[0];
	if (what.node === undefined)
		return {
			name: `${grouped(what.n)} narrow frames`, from: `called by ${graph.nameOf(what.parent)}; zoom in to see them`,
			weight: what.weight, samples: what.samples, all, parent: t.total[what.parent], own: null,
		};
	const frame = t.frame[what.node], { module, kind } = data.frames;
	return {
		name: graph.nameOf(what.node),
		from: what.node ? [module[frame], KINDS[kind[frame]]].filter(Boolean).join(" \u00b7 ") : data.events[state.event].name,
		weight: nowOf(what.node), samples: t.samples[what.node], all: nowOf(0),
		parent: what.node ? nowOf(t.parent[what.node]) : null,
		own: state.tree === "callers" ? null : (t.ownNow || t.own)[what.node],
		change: data.before && changeOf(what.node),
	};
}

function showStatus(what) {
	const f = factsOf(what);
	$("status").textContent = `${f.name} \u2014 ${weightText(f.weight)}, ${percent(f.weight, f.all)} of all` +
		(f.change ? `, ${f.change.points} points, before ${percent(f.change.before, f.change.allBefore)}`
			: f.parent === null ? "" : `, ${percent(f.weight, f.parent)} of its parent`);
	Object.assign($("status").dataset, { name: f.name, weight: f.weight, samples: f.samples, own: f.own ?? "", before: f.change ? f.change.before : "" });
}

function showTip(what, x, y) {
	const tip = $("tip"), f = factsOf(what), add = (tag, text, to = tip) => {
		const e = document.createElement(tag);
		e.textContent = text;
		to.append(e);
		return e;
	};
	tip.replaceChildren();
	add("b", f.name);
	add("p", f.from);
	const table = add("table", "");
	const row = (head, ...cells) => {
		const r = add("tr", "", table);
		add("th", head, r);
		cells.forEach((cell) => add("td", cell, r));
	};
	const weight = (head, of, all) => row(head, weightText(of), percent(of, all)), now = f.change ? " now" : "", c = f.change;
	weight("total" + now, f.weight, f.all);
	if (c) {
		weight("before", c.before, c.allBefore);
		row("change", c.before ? c.now ? "" : "gone" : "new", `${c.points} %`);
	}
	if (f.own !== null)
		weight("self" + now, f.own, f.all);
	if (c && f.own !== null)
		weight("before", c.ownBefore, c.allBefore);
	if (f.parent !== null)
		row("of its parent" + now, "", percent(f.weight, f.parent));
	if (c) {
		row("samples now", grouped(c.samplesNow), "");
		row("before", grouped(c.samplesBefore), "");
	} else
		row(data.before ? "samples of both" : "samples", grouped(f.samples), "");
	tip.hidden = false;
	const { width, height } = tip.getBoundingClientRect();
	tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - width - 8)) + "px";
	tip.style.top = (y + 18 + height > innerHeight ? Math.max(8, y - height - 12) : y + 18) + "px";
}

// ------------------------------------------------------------------ what is seen

function showCompared() {
	const t = graph.tree, { now, before } = t.numbers;
	$("sum").textContent = `${data.events[state.event].name}: ${samplesText(now)}, compared with ${grouped(before)} of ${data.before.title}`;
	Object.assign($("sum").dataset, { weight: t.now[0], before: t.before[0], samples: now });
}

function showSum() {
	if (data.before) {
		showCompared();
		return;
	}
	const t = graph.tree, event = data.events[state.event], all = state.measure === "samples" ? event.samples : Number(event.weight);
	$("sum").textContent = `${event.name}: ${samplesText(t.samples[0])}` +
		(state.measure === "samples" ? "" : `, ${weightText(t.total[0])}`) +
		(t.total[0] < all ? ` (${percent(t.total[0], all)} of the recording)` : "");
	Object.assign($("sum").dataset, { weight: t.total[0], samples: t.samples[0] });
	const [from, to] = state.span || [0, data.slots], seconds = (to - from) * Number(data.slot) / 1e9;
	$("span").textContent = `${timeText(from)} \u2013 ${timeText(to)} s (${seconds.toPrecision(4)} s)`;
	$("brush").hidden = Boolean(state.span);
	Object.assign($("span").dataset, { from: timeText(from), to: timeText(to) });
	$("unbrush").hidden = !state.span;
	$("strip").setAttribute("aria-valuetext", $("span").textContent);
}

// In the place of a graph of nothing: by which choices it is empty, each by itself if there is one, else all together.
function showNone() {
	$("none").hidden = graph.tree.total[0] > 0;
	if ($("none").hidden)
		return;
	const others = { event: usual.event, measure: "samples", width: "both", pid: null, tid: null, cpu: null, span: null };
	const chosen = Object.keys(others).filter((key) => String(state[key]) !== String(others[key]));
	const without = (keys) => choiceWeighs(data, keys.reduce((all, key) => ({ ...all, [key]: others[key] }), state));
	const alone = chosen.filter((key) => without([key])), lists = [chosen.filter((key) => key !== "measure"), chosen];
	const causes = alone.length ? alone : lists.find(without) ?? [];
	const textOf = (key) => key === "span" ? `Time ${$("span").textContent}`
		: `${$(key).labels[0].firstChild.textContent}${$(key).selectedOptions[0]?.text ?? state[key]}`;
	if (causes[0] === "measure")
		$("none").textContent = "The samples here have no event count; they can be counted themselves.";
	else
		$("none").textContent = causes.length ? `No sample is left by: ${causes.map(textOf).join(", ")}` : "No sample is in this page.";
}

function showLegend() {
	const isDark = graph.theme.dark, kinds = new Map(), { frames } = data; // by text: how much lies in and below its frames
	const mark = (colour, text) => {
		const span = document.createElement("span"), box = document.createElement("i");
		box.style.background = colour;
		span.append(box, text);
		return span;
	};
	if (state.colour === "change") {
		const shades = [[-1, "less, or gone"], [0, "as before"], [1, "more, or new"]];
		$("legend").replaceChildren(...shades.map(([change, text]) => mark(changeShade(change, isDark), text)));
		return;
	}
	for (let i = 1, t = graph.tree; i < t.n; i++) {
		const frame = t.frame[i], text = state.colour === "module" ? frames.module[frame] : KINDS[frames.kind[frame]];
		if (frames.kind[frame] === COMM || !t.samples[i])
			continue;
		if (!kinds.has(text))
			kinds.set(text, { text, hue: graph.hueOf(frame), sum: 0 });
		kinds.get(text).sum += t.total[i];
	}
	const heaviest = [...kinds.values()].sort((a, b) => b.sum - a.sum).slice(0, 6);
	$("legend").replaceChildren(...heaviest.map(({ hue, text }) => mark(shade(hue, "", isDark), text)));
}
