// SPDX-License-Identifier: GPL-2.0-or-later
// Draws a tree: from the root down only what is wide enough to be seen, so that the work is bounded by the size of the
// screen. Children that are too narrow lie side by side and are drawn as one block of their sum.
"use strict";

const ROW = 19, NARROW = 1, TEXT_FROM = 26, FONT = "12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const GLIDE_MS = 220;

// Hue and saturation by kind; light and dark differ in lightness.
const HUES = [[35, 8], [32, 82], [214, 62], [152, 46], [276, 46], [30, 5]];

function textHash(text) {
	let hash = 2166136261;
	for (let i = 0; i < text.length; i++)
		hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
	return hash >>> 0;
}

function moduleHue(module) {
	return [textHash(module) % 360, 50];
}

// The colour of a frame; names give shades, so that neighbours can be told apart.
function shade([hue, saturation], name, dark) {
	const hash = textHash(name), lightness = (dark ? 36 : 70) + (hash >>> 8) % 9;
	return `hsl(${hue + hash % 13 - 6} ${saturation}% ${lightness}%)`;
}

// From -1, less than before, over none to 1, more than before.
function changeShade(change, dark) {
	const size = Math.abs(change), hue = change > 0 ? 8 : 214;
	return `hsl(${hue} ${Math.round(8 + 70 * size)}% ${Math.round(dark ? 30 + 12 * size : 86 - 22 * size)}%)`;
}

class Graph {
	constructor(canvas, scroller, spacer, data) {
		Object.assign(this, { canvas, scroller, spacer, data });
		this.context = canvas.getContext("2d", { alpha: false });
		this.tree = null;
		this.root = 0; // what is zoomed in on
		this.from = 0; // the part of all weights that is in view
		this.to = 1;
		this.cursor = this.hover = null; // {node} or a block of narrow ones
		this.matches = null; // by frame
		this.flame = false;
		this.colours = [];
		this.rows = []; // what was drawn, by depth
		this.theme = {};
		this.pending = false;
		scroller.addEventListener("scroll", () => this.ask());
	}

	get height() { return this.tree.depths * ROW; }

	setTree(tree) {
		this.tree = tree;
		this.root = 0;
		this.from = 0;
		this.to = tree.total[0];
		this.cursor = this.hover = null;
		this.resize();
	}

	resize() {
		const ratio = window.devicePixelRatio || 1, { clientWidth, clientHeight } = this.scroller;
		this.wide = clientWidth;
		this.high = clientHeight;
		this.spacer.style.height = Math.max(this.tree.depths * ROW, clientHeight) + "px";
		this.canvas.style.height = clientHeight + "px";
		this.canvas.width = Math.round(clientWidth * ratio);
		this.canvas.height = Math.round(clientHeight * ratio);
		this.ratio = ratio;
		this.ask();
	}

	// colouring: by "kind", "module" or "change"
	setLook(colouring, dark) {
		this.colouring = colouring;
		this.colours = [];
		this.theme = dark
			? { paper: "#191817", ink: "#f4efe8", faint: "#3a3632", narrow: "#302d2a", edge: "#fff", found: "#c23f97", dim: .35 }
			: { paper: "#fbfaf8", ink: "#1f1a14", faint: "#ece8e2", narrow: "#e4ded5", edge: "#000", found: "#f08bd0", dim: .4 };
		this.theme.dark = dark;
		this.ask();
	}

	hueOf(frame) {
		const { kind, module } = this.data.frames;
		return this.colouring === "module" && kind[frame] !== COMM ? moduleHue(module[frame]) : HUES[kind[frame]];
	}

	colourOf(node) {
		if (node <= 0)
			return this.theme.faint;
		if (this.colouring === "change")
			return changeShade(treeChange(this.tree, node, this.byCount), this.theme.dark);
		const frame = this.tree.frame[node];
		return this.colours[frame] ??= shade(this.hueOf(frame), this.data.frames.name[frame], this.theme.dark);
	}

	nameOf(node) {
		return node ? this.data.frames.name[this.tree.frame[node]] : "all";
	}

	// Draw before the screen is shown the next time.
	ask() {
		if (this.pending)
			return;
		this.pending = true;
		requestAnimationFrame((now) => {
			this.pending = false;
			this.glide(now);
			this.draw();
		});
	}

	zoom(node, atOnce) {
		const t = this.tree, calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
		this.root = node;
		this.goal = { from: t.x[node], to: t.x[node] + t.total[node] };
		this.began = atOnce || calm ? null : { from: this.from, to: this.to, at: performance.now() };
		if (!this.began)
			Object.assign(this, this.goal);
		this.ask();
	}

	glide(now) {
		if (!this.began)
			return;
		const part = Math.min(1, Math.max(0, now - this.began.at) / GLIDE_MS), eased = 1 - (1 - part) ** 3;
		this.from = this.began.from + (this.goal.from - this.began.from) * eased;
		this.to = this.began.to + (this.goal.to - this.began.to) * eased;
		if (part === 1) {
			Object.assign(this, this.goal);
			this.began = null;
		} else
			this.ask();
	}

	top(depth) {
		const full = Math.max(this.height, this.flame ? this.high : 0);
		return (this.flame ? full - (depth + 1) * ROW : depth * ROW) - this.scroller.scrollTop;
	}

	// The deepest row that is in view.
	lowest() {
		const full = Math.max(this.height, this.high), top = this.scroller.scrollTop;
		return Math.ceil((this.flame ? full - top : top + this.high) / ROW);
	}

	draw() {
		const c = this.context, t = this.tree;
		c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
		c.fillStyle = this.theme.paper;
		c.fillRect(0, 0, this.wide, this.high);
		c.font = FONT;
		c.textBaseline = "middle";
		c.direction = "ltr";
		this.glyph ??= c.measureText("0123456789").width / 10;
		this.rows = [];
		this.scale = this.wide / (this.to - this.from || 1);
		const lowest = this.lowest(), stack = [0];
		if (t.total[0])
			this.put(0, 0, (t.x[0] - this.from) * this.scale, t.total[0] * this.scale, { node: 0 });
		while (stack.length && t.total[0]) {
			const node = stack.pop(), depth = t.depth[node] + 1;
			if (depth <= lowest)
				this.drawChildren(node, depth, stack);
		}
		for (const mark of [this.cursor, this.hover])
			if (mark)
				this.outline(mark);
	}

	drawChildren(node, depth, stack) {
		const t = this.tree, { from, scale, wide } = this;
		let block = null;
		for (let k = t.first[node]; k < t.first[node + 1]; k++) {
			const child = t.children[k], x = (t.x[child] - from) * scale, w = t.total[child] * scale;
			if (x + w < 0 || x > wide)
				continue;
			if (w >= NARROW) {
				this.putBlock(depth, block);
				block = null;
				this.put(depth, child, x, w, { node: child });
				stack.push(child);
				continue;
			}
			if (block && x > block.end + NARROW) {
				this.putBlock(depth, block);
				block = null;
			}
			block ??= { parent: node, depth, x, end: x, n: 0, weight: 0, samples: 0, frame: t.frame[child], found: false };
			block.end = x + w;
			block.n++;
			block.weight += t.total[child];
			block.samples += t.samples[child];
			block.found ||= Boolean(this.matches && this.matches[t.frame[child]]);
		}
		this.putBlock(depth, block);
	}

	putBlock(depth, block) {
		if (block)
			this.put(depth, -1, block.x, block.end - block.x, block);
	}

	put(depth, node, x, w, what) {
		const y = this.top(depth), c = this.context, { matches, theme } = this;
		const left = Math.max(0, x), right = Math.min(this.wide, x + w);
		if (right < 0 || left > this.wide)
			return;
		(this.rows[depth] ??= []).push({ left, right, what });
		if (y + ROW < 0 || y > this.high)
			return;
		const frame = node > 0 ? this.tree.frame[node] : -1, width = Math.max(right - left - (w > 3 ? 1 : 0), .5);
		const found = matches && (node < 0 ? what.found : frame >= 0 && matches[frame]);
		c.globalAlpha = matches && !found ? theme.dim : node > 0 && this.root && this.isAbove(node) ? .6 : 1;
		c.fillStyle = found ? theme.found : node < 0 ? theme.narrow : this.colourOf(node);
		c.fillRect(left, y, width, ROW - 1);
		if (width > TEXT_FROM && node >= 0)
			this.putText(this.nameOf(node), left + 4, y + ROW / 2, width - 8);
		c.globalAlpha = 1;
	}

	// Is a node above the one that is zoomed in on?
	isAbove(node) {
		return this.tree.depth[node] < this.tree.depth[this.root];
	}

	putText(text, x, y, width) {
		const c = this.context, room = Math.floor(width / this.glyph);
		c.fillStyle = this.theme.ink;
		if (/^[\x20-\x7e]*$/.test(text)) {
			c.fillText(text.length <= room ? text : room < 3 ? "" : text.slice(0, room - 1) + "\u2026", x, y);
			return;
		}
		c.save();
		c.beginPath();
		c.rect(x, y - ROW, width, 2 * ROW);
		c.clip();
		c.fillText(text.slice(0, 2 * room), x, y);
		c.restore();
	}

	outline(mark) {
		const c = this.context, t = this.tree, depth = mark.node === undefined ? mark.depth : t.depth[mark.node];
		const x = mark.node === undefined ? mark.x : (t.x[mark.node] - this.from) * this.scale;
		const w = mark.node === undefined ? mark.end - mark.x : t.total[mark.node] * this.scale;
		const left = Math.max(0, x), right = Math.min(this.wide, x + w);
		if (right < left)
			return;
		c.strokeStyle = this.theme.edge;
		c.lineWidth = mark === this.cursor ? 2 : 1;
		c.strokeRect(left + .5, this.top(depth) + .5, Math.max(right - left - 2, 1), ROW - 2);
	}

	// What is at a place of the canvas: {node}, a block of narrow frames, or null.
	at(x, y) {
		const full = Math.max(this.height, this.flame ? this.high : 0), below = y + this.scroller.scrollTop;
		const depth = Math.floor((this.flame ? full - below : below) / ROW);
		const hit = (this.rows[depth] || []).find((r) => x >= r.left - .5 && x < Math.max(r.right, r.left + 1));
		return hit ? hit.what : null;
	}

	// Bring a node's row into view.
	reveal(node) {
		const y = this.top(this.tree.depth[node]);
		if (y < 0)
			this.scroller.scrollTop += y;
		else if (y + ROW > this.high)
			this.scroller.scrollTop += y + ROW - this.high;
	}

	// The neighbour of a node: its parent, heaviest child, or the next child of its parent in a direction.
	neighbour(node, way) {
		const t = this.tree, parent = t.parent[node];
		if (way === "out")
			return parent;
		if (way === "in") {
			const from = t.first[node], to = t.first[node + 1];
			let best = node;
			for (let k = from; k < to; k++)
				if (best === node || t.total[t.children[k]] > t.total[best])
					best = t.children[k];
			return best;
		}
		const at = t.children.indexOf(node, t.first[parent]), to = at + (way === "left" ? -1 : 1);
		return node && to >= t.first[parent] && to < t.first[parent + 1] ? t.children[to] : node;
	}
}
