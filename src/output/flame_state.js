// SPDX-License-Identifier: GPL-2.0-or-later
// What was chosen (state), and the address that keeps it.
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
