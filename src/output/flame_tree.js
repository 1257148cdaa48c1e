// SPDX-License-Identifier: GPL-2.0-or-later
// From the entries that were chosen to a tree that can be drawn: for each node its weight with all below it (total), its
// own, the number of samples, where it begins from the left (x) in weights, and its children from left to right.
"use strict";

// The contexts (event, thread, CPU) that a choice takes.
function chosenContexts(data, choice) {
	const taken = new Uint8Array(data.contexts.length / 3);
	for (let i = 0; i < taken.length; i++) {
		const [event, thread, cpu] = data.contexts.slice(3 * i, 3 * i + 3);
		taken[i] = event === choice.event && (choice.cpu === null || cpu === choice.cpu) &&
			(choice.pid === null || data.threads[thread].pid === choice.pid) &&
			(choice.tid === null || data.threads[thread].tid === choice.tid) ? 1 : 0;
	}
	return taken;
}

// The first entry of a slot or of one behind it.
function entryAt(entries, slot) {
	let low = 0, high = entries.n;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (entries.slot[middle] < slot)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

// Calls take(entry) for each of these that was chosen, until it says false.
function eachChosen(data, entries, choice, take) {
	const taken = chosenContexts(data, choice);
	const from = choice.span ? entryAt(entries, choice.span[0]) : 0;
	const to = choice.span ? entryAt(entries, choice.span[1]) : entries.n;
	for (let i = from; i < to; i++)
		if (taken[entries.context[i]] && take(i) === false)
			return;
}

// Is there anything to draw by a choice?
function choiceWeighs(data, choice) {
	const { width, measure } = choice, { before } = data;
	const sides = before ? [width !== "old" && data.entries, width !== "new" && before.entries] : [data.entries];
	let weighs = false;
	for (const side of sides.filter(Boolean)) {
		const weight = measure === "samples" ? side.samples : side.weight;
		eachChosen(data, side, choice, (i) => !(weighs ||= weight[i] > 0));
	}
	return weighs;
}

function treeNew(n) {
	return {
		n, parent: new Int32Array(n), frame: new Int32Array(n).fill(-1), depth: new Int32Array(n),
		own: new Float64Array(n), total: new Float64Array(n), samples: new Float64Array(n), x: null,
	};
}

// A node below another, where room is made as there are more of them.
function treeAdd(t, n, parent, frame) {
	if (n === t.frame.length)
		for (const part of Object.keys(t).filter((key) => ArrayBuffer.isView(t[key]))) {
			const wider = new t[part].constructor(2 * n);
			wider.set(t[part]);
			t[part] = wider;
		}
	t.parent[n] = parent;
	t.frame[n] = frame;
	t.depth[n] = t.depth[parent] + 1;
	return n;
}

// Each distinct stack once.
function treeMerged(data, choice, weight) {
	const { entries, tree } = data;
	const t = { ...treeNew(tree.n), parent: tree.parent, frame: tree.frame, depth: tree.depth };
	eachChosen(data, entries, choice, (i) => {
		t.own[entries.node[i]] += weight[i];
		t.samples[entries.node[i]] += entries.samples[i];
	});
	return t;
}

// Each stack of both recordings: what it weighs now and what it did before (own: how wide it is drawn). The older one is scaled to
// the other's weight, unless counts are compared.
function treeCompared(data, choice, weight) {
	const t = treeMerged(data, choice, weight), { entries } = data.before, sum = (v) => v.reduce((a, b) => a + b, 0);
	const old = choice.measure === "samples" ? entries.samples : entries.weight;
	t.ownNow = t.own;
	t.samplesNow = t.samples.slice();
	t.ownBefore = new Float64Array(t.n);
	t.numbers = { now: sum(t.samples), before: 0 };
	eachChosen(data, entries, choice, (i) => {
		t.ownBefore[entries.node[i]] += old[i];
		t.samples[entries.node[i]] += entries.samples[i];
		t.numbers.before += entries.samples[i];
	});
	const scale = choice.compare === "counts" ? 1 : sum(t.ownNow) / (sum(t.ownBefore) || 1) || 1;
	const [now, before] = { both: [.5, .5], new: [1, 0], old: [0, 1] }[choice.width];
	t.own = t.ownNow.map((own, i) => own * now + t.ownBefore[i] * before * scale);
	return t;
}

// The same, from the innermost frame to the thread's name: first the leaves, below each who called it.
function treeReversed(merged) {
	const sums = ["own", "samples", "samplesNow", "ownNow", "ownBefore"].filter((key) => merged[key]);
	let t = treeNew(1024), n = 1, mask = 4095, slots = new Int32Array(mask + 1);
	sums.forEach((key) => t[key] ??= new Float64Array(1024));
	t.numbers = merged.numbers;
	const slotOf = (parent, frame) => {
		let at = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(frame, 0x85ebca6b)) >>> 7 & mask;
		while (slots[at] && (t.parent[slots[at]] !== parent || t.frame[slots[at]] !== frame))
			at = at + 1 & mask;
		return at;
	};
	const rehash = () => {
		mask = 2 * mask + 1;
		slots = new Int32Array(mask + 1);
		for (let i = 1; i < n; i++)
			slots[slotOf(t.parent[i], t.frame[i])] = i;
	};
	const child = (parent, frame) => {
		const at = slotOf(parent, frame);
		if (slots[at])
			return slots[at];
		slots[at] = treeAdd(t, n++, parent, frame);
		if (2 * n > mask)
			rehash();
		return n - 1;
	};
	for (let leaf = 1; leaf < merged.n; leaf++) {
		if (!merged.samples[leaf])
			continue;
		let node = 0;
		for (let at = leaf; at; at = merged.parent[at])
			node = child(node, merged.frame[at]);
		sums.forEach((key) => t[key][node] += merged[key][leaf]);
	}
	t.n = n;
	return t;
}

// In the order of time: a frame goes on as long as each sample has it. step: slots that are taken for one moment; null when
// there were more than so many nodes.
function treeOfTime(data, choice, weight, step, most) {
	const { entries, tree } = data, sum = new Float64Array(tree.n), number = new Float64Array(tree.n);
	let t = treeNew(1024), n = 1, x = 0, here = [], moment = -1;
	const base = [0], open = [0], path = [0];
	t.x = new Float64Array(1024);
	let depth = 0;
	const put = (b) => {
		const deep = tree.depth[b];
		for (let d = deep, at = b; d; d--, at = tree.parent[at])
			path[d] = at;
		let d = 1;
		while (d <= deep && d <= depth && base[d] === path[d])
			d++;
		for (; d <= deep; d++) {
			base[d] = path[d];
			open[d] = treeAdd(t, n++, open[d - 1], tree.frame[path[d]]);
			t.x[open[d]] = x;
		}
		depth = deep;
		t.own[open[deep]] += sum[b];
		t.samples[open[deep]] += number[b];
		x += sum[b];
		sum[b] = number[b] = 0;
	};
	const flush = () => {
		here.sort((a, b) => a - b).forEach(put);
		here = [];
	};
	eachChosen(data, entries, choice, (i) => {
		const now = Math.floor(entries.slot[i] / step), b = entries.node[i];
		if (now !== moment)
			flush();
		if (n >= most)
			return false;
		moment = now;
		if (!number[b])
			here.push(b);
		sum[b] += weight[i];
		number[b] += entries.samples[i];
		return true;
	});
	flush();
	t.n = n;
	return n >= most ? null : t;
}

// From what nodes have of their own to what they have with all below them.
function treeTotals(t, own) {
	const total = own.slice(0, t.n);
	for (let i = t.n - 1; i > 0; i--)
		total[t.parent[i]] += total[i];
	return total;
}

// Children from left to right, heaviest first unless they have places already.
function treeFinish(t) {
	const { n, parent } = t;
	t.total = treeTotals(t, t.own);
	t.samples = treeTotals(t, t.samples);
	if (t.numbers) {
		t.samplesNow = treeTotals(t, t.samplesNow);
		t.now = treeTotals(t, t.ownNow);
		t.before = treeTotals(t, t.ownBefore);
	}
	t.first = new Int32Array(n + 1);
	for (let i = 1; i < n; i++)
		if (t.samples[i])
			t.first[parent[i] + 1]++;
	for (let i = 0; i < n; i++)
		t.first[i + 1] += t.first[i];
	t.children = new Int32Array(t.first[n]);
	const at = t.first.slice();
	for (let i = 1; i < n; i++)
		if (t.samples[i])
			t.children[at[parent[i]]++] = i;
	t.isTime = t.x !== null;
	t.depths = 1;
	if (!t.isTime)
		treePlace(t);
	for (let i = 1; i < n; i++)
		if (t.samples[i] && t.depth[i] >= t.depths)
			t.depths = t.depth[i] + 1;
	return t;
}

function treePlace(t) {
	const heavier = (a, b) => t.total[b] - t.total[a] || a - b;
	t.x = new Float64Array(t.n);
	const place = (i) => {
		const from = t.first[i], to = t.first[i + 1];
		if (to - from > 1)
			t.children.subarray(from, to).sort(heavier);
		for (let k = from, x = t.x[i]; k < to; k++) {
			t.x[t.children[k]] = x;
			x += t.total[t.children[k]];
		}
	};
	for (let i = 0; i < t.n; i++)
		place(i);
}

// So many moments that one can be seen, and fewer where each has many stacks; of a moment what ran in several threads lies
// side by side. To see more choose a shorter span.
function treeOfMoments(data, choice, weight) {
	const [from, to] = choice.span || [0, data.slots], most = Math.max(3e6, 2 * data.tree.n);
	const moments = Math.max(20, Math.min(200, Math.floor(1e7 / data.tree.n)));
	for (let step = Math.ceil((to - from) / moments); ; step *= 2) {
		const t = treeOfTime(data, choice, weight, step, most);
		if (t)
			return t;
	}
}

// How much a node's share has changed: from -1 (gone) to 1 (new), and nearer to 0 where as many samples differ by chance.
function treeChange(t, node, byCount) {
	const now = t.now[node] / (t.now[0] || 1), before = t.before[node] / (t.before[0] || 1);
	const spread = Math.sqrt(now / (t.numbers.now || 1) + before / (t.numbers.before || 1));
	const sure = spread ? Math.min(1, Math.abs(now - before) / spread / 3) : 0;
	if (byCount)
		return (t.now[node] - t.before[node]) / (t.now[node] + t.before[node] || 1);
	return sure * (now - before) / (now + before || 1);
}

// choice: event, pid, tid, cpu (numbers; null = all), span ([from, to) slots; null = all), measure, order, tree; where two
// recordings are compared also width, compare.
function treeBuild(data, choice) {
	const weight = choice.measure === "samples" ? data.entries.samples : data.entries.weight;
	if (choice.order === "time" && choice.tree !== "callers")
		return treeFinish(treeOfMoments(data, choice, weight));
	const merged = data.before ? treeCompared(data, choice, weight) : treeMerged(data, choice, weight);
	return treeFinish(choice.tree === "callers" ? treeReversed(merged) : merged);
}

// The part of all that lies in or below frames that match; a stack counts once.
function treeMatched(t, matches) {
	const inside = new Uint8Array(t.n), sum = { weight: 0, samples: 0 };
	for (let i = 1; i < t.n; i++) {
		const own = matches[t.frame[i]];
		inside[i] = own || inside[t.parent[i]];
		if (own && !inside[t.parent[i]]) {
			sum.weight += t.total[i];
			sum.samples += t.samples[i];
		}
	}
	return sum;
}
