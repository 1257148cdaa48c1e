// SPDX-License-Identifier: GPL-2.0-or-later
// The controls that show and change what was chosen, and what is done on a key or a click.
"use strict";

const zooms = []; // before the one that is shown
const graph = new Graph($("graph"), $("scroller"), $("spacer"), data);
const strip = new Strip($("strip"), data, (span) => change({ span }));

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
	const field = event.target.closest("input, select, dialog");
	const pressed = event.key === "Enter" && event.target.closest("button, summary");
	if (event.key === "Escape" && event.target === $("find")) {
		event.preventDefault();
		change({ find: "" });
		$("graph").focus();
	} else if (event.key === "f" && (event.ctrlKey || event.metaKey)) {
		event.preventDefault();
		$("find").select();
	} else if (!field && !pressed && !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key]) {
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
