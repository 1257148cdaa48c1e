// SPDX-License-Identifier: GPL-2.0-or-later
// The page: what was chosen (state), the controls that show and change it, and the address that keeps it.
"use strict";

const $ = (id) => document.getElementById(id);
const data = readData();
const clockEvent = /^(cpu|task)-clock(:|$)/;
const dark = matchMedia("(prefers-color-scheme: dark)");

// What a state that says nothing is.
const usual = {
	event: data.events.findIndex((e) => data.event ? e.name === data.event : e.samples > 0),
	measure: "period", pid: null, tid: null, cpu: null, span: null, order: "heavy",
	tree: data.reverse ? "callers" : "callees", dir: "icicle", colour: data.before ? "change" : "kind", theme: "auto",
	width: "both", compare: "shares", find: "", regex: false, zoom: "",
};
if (usual.event < 0)
	usual.event = 0;
const state = { ...usual };
const zooms = []; // before the one that is shown
const graph = new Graph($("graph"), $("scroller"), $("spacer"), data);
const strip = new Strip($("strip"), data, (span) => change({ span }));

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

// ------------------------------------------------------------------ the address

const isNumber = /^-?\d+$/;
const words = {
	event: { text: (v) => data.events[v].name, value: (t) => { const i = data.events.findIndex((e) => e.name === t); return i < 0 ? usual.event : i; } },
	span: { text: (v) => v.join("-"), value: (t) => /^\d+-\d+$/.test(t) ? spanOf(t.split("-").map(Number)) : null },
	regex: { text: () => "1", value: (t) => t === "1" },
};
for (const key of ["pid", "tid", "cpu"])
	words[key] = { text: String, value: (t) => isNumber.test(t) ? Number(t) : null };
const choices = {
	measure: ["period", "samples"], order: ["heavy", "time"], tree: ["callees", "callers"],
	dir: ["icicle", "flame"], colour: [...(data.before ? ["change"] : []), "kind", "module"], theme: ["auto", "light", "dark"],
	width: ["both", "new", "old"], compare: ["shares", "counts"],
};

function spanOf([from, to]) {
	from = Math.min(from, data.slots - 1);
	to = Math.min(to, data.slots);
	return to > from && (from > 0 || to < data.slots) ? [from, to] : null;
}

function addressOf() {
	const out = new URLSearchParams();
	for (const key of Object.keys(usual))
		if (String(state[key]) !== String(usual[key]))
			out.set(key, words[key] ? words[key].text(state[key]) : state[key]);
	return "#" + out;
}

function stateOf(address) {
	const given = new URLSearchParams(address.replace(/^#/, "")), out = { ...usual };
	for (const key of Object.keys(usual)) {
		const text = given.get(key);
		if (text === null || (choices[key] && !choices[key].includes(text)))
			continue;
		out[key] = words[key] ? words[key].value(text) : text;
	}
	return out;
}

function keepAddress() {
	const address = addressOf();
	if (address !== (location.hash || "#"))
		history.replaceState(null, "", address === "#" ? location.pathname + location.search : address);
}

// ------------------------------------------------------------------ zoom

// The frames from the root down to a node, or its number where a path does not tell it from others.
function zoomText(node) {
	const t = graph.tree, path = [];
	if (t.isTime)
		return node ? "n" + node : "";
	for (; node; node = t.parent[node])
		path.unshift(t.frame[node].toString(36));
	return path.join(".");
}

// The node of such a text, or as far as there is one.
function zoomNode(text) {
	const t = graph.tree;
	if (t.isTime) {
		const node = /^n\d+$/.test(text) ? Number(text.slice(1)) : 0;
		return node < t.n ? node : 0;
	}
	let node = 0;
	for (const part of text.split(".")) {
		const frame = parseInt(part, 36), from = t.first[node], to = t.first[node + 1];
		const next = t.children.subarray(from, to).find((child) => t.frame[child] === frame);
		if (next === undefined)
			break;
		node = next;
	}
	return node;
}

function zoomTo(node, isBack) {
	if (!isBack && node !== graph.root)
		zooms.push(graph.root);
	state.zoom = zoomText(node);
	graph.zoom(node);
	if (graph.tree.depth[node])
		graph.reveal(node);
	keepAddress();
	showButtons();
	showStatus(graph.cursor || { node });
}

function zoomBack() {
	if (zooms.length)
		zoomTo(zooms.pop(), true);
}

function showButtons() {
	$("back").disabled = !zooms.length;
	$("reset").disabled = !graph.root && !state.find && !state.span;
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

// ------------------------------------------------------------------ search

function matcherOf(text, regex) {
	if (!text)
		return null;
	if (!regex) {
		const small = text.toLowerCase();
		return (name) => name.toLowerCase().includes(small);
	}
	try {
		const pattern = new RegExp(text, "i");
		return (name) => pattern.test(name);
	} catch {
		return undefined; // no expression, or not yet
	}
}

function search() {
	const matcher = matcherOf(state.find, state.regex), { n, name, kind } = data.frames;
	$("find").classList.toggle("wrong", matcher === undefined);
	graph.matches = null;
	$("found").textContent = "";
	if (matcher) {
		graph.matches = new Uint8Array(n);
		for (let i = 0; i < n; i++)
			graph.matches[i] = kind[i] !== COMM && matcher(name[i]) ? 1 : 0;
		const sum = treeMatched(graph.tree, graph.matches);
		$("found").textContent = percent(sum.weight, graph.tree.total[0]);
		$("found").title = `${weightText(sum.weight)}, ${samplesText(sum.samples)} in or below frames that match`;
		Object.assign($("found").dataset, { weight: sum.weight, samples: sum.samples });
	}
	showButtons();
	graph.ask();
}

// ------------------------------------------------------------------ the controls

function fill(select, rows, all) {
	select.replaceChildren(...(all ? [new Option(all, "")] : []), ...rows.map(([value, text]) => new Option(text, value)));
}

function fillChoices() {
	const by = (a, b) => a[0] - b[0], processes = new Map();
	for (const { pid, tid, comm } of data.threads)
		if (!processes.has(pid) || pid === tid)
			processes.set(pid, `${comm} ${pid}`);
	fill($("event"), data.events.map((e, i) => [i, e.name]).filter(([i]) => data.events[i].samples));
	fill($("pid"), [...processes].sort(by), "all");
	fill($("cpu"), [...new Set(data.contexts.filter((_, i) => i % 3 === 2))].sort((a, b) => a - b).map((c) => [c, c]), "all");
	fillThreads();
}

function fillThreads() {
	fill($("tid"), data.threads.filter((t) => state.pid === null || t.pid === state.pid).map((t) => [t.tid, `${t.comm} ${t.tid}`])
		.sort((a, b) => a[0] - b[0]), "all");
}

function showControls() {
	fillThreads();
	for (const key of ["event", "measure", "pid", "tid", "cpu", "order", "tree", "dir", "colour", "width", "compare"])
		$(key).value = state[key] ?? "";
	$("order").disabled = state.tree === "callers";
	if ($("find").value !== state.find)
		$("find").value = state.find;
	$("regex").setAttribute("aria-pressed", state.regex);
	$("theme").textContent = { auto: "\u25d0", light: "\u2600", dark: "\u263e" }[state.theme];
}

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

function showLook() {
	const isDark = state.theme === "dark" || (state.theme === "auto" && dark.matches), root = document.documentElement;
	root.dataset.theme = isDark ? "dark" : "light";
	const style = getComputedStyle(root), colour = (name) => style.getPropertyValue(name).trim();
	graph.setLook(state.colour, isDark);
	strip.look({ bar: colour("--bar"), veil: colour("--veil"), accent: colour("--accent") });
	showLegend();
}

// ------------------------------------------------------------------ changes

const remakes = ["event", "measure", "pid", "tid", "cpu", "span", "order", "tree", "width", "compare"];

function remake() {
	graph.setTree(treeBuild(data, state));
	graph.byCount = state.compare === "counts";
	strip.measure(state);
	zooms.length = 0;
	graph.zoom(zoomNode(state.zoom), true);
	search();
	showSum();
	showNone();
}

function showDirection() {
	graph.flame = state.dir === "flame";
	graph.scroller.scrollTop = graph.flame ? graph.height : 0;
	graph.ask();
}

function change(parts) {
	const was = { ...state };
	Object.assign(state, parts);
	if (state.pid !== null && state.tid !== null && !data.threads.some((t) => t.pid === state.pid && t.tid === state.tid))
		state.tid = null;
	const changed = (key) => String(state[key]) !== String(was[key]);
	showControls();
	if (changed("order") || changed("tree"))
		state.zoom = "zoom" in parts ? state.zoom : "";
	if (remakes.some(changed))
		remake();
	else if (changed("zoom"))
		zoomTo(zoomNode(state.zoom));
	if (changed("find") || changed("regex"))
		search();
	if (changed("dir") || (state.dir === "flame" && remakes.some(changed)))
		showDirection();
	if (changed("colour") || changed("theme"))
		showLook();
	showButtons();
	showStatus({ node: graph.root });
	keepAddress();
}

// ------------------------------------------------------------------ events

function toggle(key) {
	const of = choices[key];
	change({ [key]: of[(of.indexOf(state[key]) + 1) % of.length] });
}

// To the other look than is seen; that is said as the system's where the system has it.
function toggleTheme() {
	const toDark = !graph.theme.dark;
	change({ theme: toDark === dark.matches ? "auto" : toDark ? "dark" : "light" });
}

function step(way) {
	const from = graph.cursor && graph.cursor.node !== undefined ? graph.cursor.node : graph.root;
	const node = graph.cursor ? graph.neighbour(from, way) : from;
	graph.cursor = { node };
	graph.reveal(node);
	graph.ask();
	showStatus(graph.cursor);
}

const keys = {
	Escape: () => {
		if (state.find || state.span)
			change({ find: "", span: null });
		if (graph.root)
			zoomTo(0);
	},
	Backspace: zoomBack,
	Enter: () => graph.cursor && graph.cursor.node !== undefined && zoomTo(graph.cursor.node),
	"/": () => $("find").focus(),
	"?": () => $("keys").showModal(),
	i: () => toggle("dir"), o: () => toggle("order"), c: () => toggle("colour"), t: toggleTheme,
	ArrowUp: () => step(graph.flame ? "in" : "out"), ArrowDown: () => step(graph.flame ? "out" : "in"),
	ArrowLeft: () => step("left"), ArrowRight: () => step("right"),
};

document.addEventListener("keydown", (event) => {
	const field = event.target.closest("input, select, dialog, button");
	if (event.key === "Escape" && event.target === $("find")) {
		event.preventDefault();
		change({ find: "" });
		$("graph").focus();
	} else if (event.key === "f" && (event.ctrlKey || event.metaKey)) {
		event.preventDefault();
		$("find").select();
	} else if (!field && !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key]) {
		event.preventDefault();
		keys[event.key]();
	}
});

for (const key of ["measure", "order", "tree", "dir", "colour", "width", "compare"])
	$(key).addEventListener("change", (e) => change({ [key]: e.target.value }));
for (const key of ["event", "pid", "tid", "cpu"])
	$(key).addEventListener("change", (e) => change({ [key]: e.target.value === "" ? null : Number(e.target.value) }));
$("find").addEventListener("input", (e) => change({ find: e.target.value }));
$("regex").addEventListener("click", () => change({ regex: !state.regex }));
$("back").addEventListener("click", zoomBack);
$("reset").addEventListener("click", keys.Escape);
$("theme").addEventListener("click", toggleTheme);
$("help").addEventListener("click", () => $("keys").showModal());
$("unbrush").addEventListener("click", () => change({ span: null }));
$("graph").addEventListener("pointermove", (event) => {
	const what = graph.at(event.offsetX, event.offsetY);
	if (event.pointerType === "touch")
		return;
	graph.hover = what;
	graph.ask();
	if (what) {
		showTip(what, event.clientX, event.clientY);
		showStatus(what);
	} else
		$("tip").hidden = true;
});
$("graph").addEventListener("pointerleave", () => {
	graph.hover = null;
	$("tip").hidden = true;
	graph.ask();
	showStatus(graph.cursor || { node: graph.root });
});
$("graph").addEventListener("click", (event) => {
	const what = graph.at(event.offsetX, event.offsetY);
	if (!what)
		return;
	graph.cursor = { node: what.node ?? what.parent };
	zoomTo(graph.cursor.node);
	$("tip").hidden = true;
});
addEventListener("hashchange", () => change(stateOf(location.hash)));
dark.addEventListener("change", showLook);
new ResizeObserver(() => {
	graph.resize();
	graph.draw(); // at once: an empty canvas is black
	strip.draw();
	if (graph.flame)
		graph.scroller.scrollTop = graph.height;
}).observe($("scroller"));

Object.assign(state, stateOf(location.hash));
$("title").textContent = document.title = data.title;
$("more").open = innerWidth > 700;
document.documentElement.dataset.view = data.before ? "compared" : "single";
if (!data.before)
	$("colour").querySelector("[value=change]").remove();
fillChoices();
showControls();
remake();
showDirection();
showLook();
showButtons();
showStatus({ node: graph.root });
graph.draw();
