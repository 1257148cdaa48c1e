// SPDX-License-Identifier: GPL-2.0-or-later
// What the page is given: an object of names, and lists of numbers (their form: flame.c).
"use strict";

const KINDS = ["thread", "user", "kernel", "jit", "inlined", "unknown"];
const COMM = 0;

function bytesOf(id) {
	const text = atob(document.getElementById("data-" + id).textContent);
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++)
		bytes[i] = text.charCodeAt(i);
	return bytes;
}

// A reader of varints. Not by shifts: sums may have more than 32 bits.
class Numbers {
	constructor(id) {
		this.bytes = bytesOf(id);
		this.at = 0;
	}

	next() {
		const first = this.bytes[this.at++];
		return first < 128 ? first : this.rest(first & 127);
	}

	rest(value) {
		for (let scale = 128, byte = 128; byte > 127; scale *= 128) {
			byte = this.bytes[this.at++];
			value += (byte & 127) * scale;
		}
		return value;
	}
}

// Node 0 is the root, above all threads; it has no frame. A node's parent comes before it.
function readTree(nodes) {
	const list = new Numbers("tree"), open = [0], n = nodes + 1;
	const parent = new Int32Array(n), frame = new Int32Array(n).fill(-1), depth = new Int32Array(n);
	for (let i = 1, level = 0; i < n; i++) {
		level -= list.next();
		parent[i] = open[level];
		frame[i] = list.next();
		open[++level] = i;
		depth[i] = level;
	}
	return { n, parent, frame, depth };
}

// Sorted by slot.
function readWeights(id, n, contexts, events) {
	const list = new Numbers(id), periods = events.map((e) => Number(e.period));
	const slot = new Int32Array(n), node = new Int32Array(n), context = new Int32Array(n);
	const samples = new Float64Array(n), weight = new Float64Array(n);
	for (let i = 0, atSlot = 0, atNode = 0; i < n; i++) {
		const slots = list.next(), nodes = list.next();
		atNode = slots ? nodes : atNode + nodes;
		slot[i] = atSlot += slots;
		node[i] = atNode + 1; // the root is not in the list
		context[i] = list.next();
		samples[i] = list.next();
		const own = list.next();
		weight[i] = own ? own - 1 : samples[i] * periods[contexts[3 * context[i]]];
	}
	return { n, slot, node, context, samples, weight };
}

function readData() {
	const names = JSON.parse(document.getElementById("data-names").textContent);
	const { texts } = names, frames = { n: names.frames.length / 3, name: [], module: [], kind: [] };
	for (let i = 0; i < names.frames.length; i += 3) {
		frames.name.push(texts[names.frames[i]]);
		frames.module.push(texts[names.frames[i + 1]]);
		frames.kind.push(names.frames[i + 2]);
	}
	const read = (id, n) => readWeights(id, n, names.contexts, names.events);
	const entries = read("weights", names.entries), { before } = names;
	return {
		before: before ? { title: before.title, entries: read("before", before.entries) } : null,
		title: names.title, event: names.event, reverse: names.reverse, frames, entries, tree: readTree(names.nodes),
		from: BigInt(names.from_ns), slot: BigInt(names.slot_ns),
		slots: entries.n ? entries.slot[entries.n - 1] + 1 : 1,
		events: names.events, threads: names.threads,
		contexts: names.contexts,
	};
}
