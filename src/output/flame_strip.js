// SPDX-License-Identifier: GPL-2.0-or-later
// The strip of activity: how much was sampled when, and the choice of a span of time by dragging over it.
"use strict";

class Strip {
	// changed(span): [from, to) slots, or null = all of the time.
	constructor(canvas, data, changed) {
		Object.assign(this, { canvas, data, changed, span: null, sums: new Float64Array(data.slots), drag: null });
		this.context = canvas.getContext("2d");
		canvas.addEventListener("pointerdown", (e) => this.begin(e));
		canvas.addEventListener("pointermove", (e) => this.move(e));
		canvas.addEventListener("pointerup", (e) => this.end(e));
		canvas.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
		canvas.addEventListener("dblclick", () => this.choose(null));
		canvas.addEventListener("keydown", (e) => this.key(e));
	}

	// Weights of all that is chosen but for the span.
	measure(choice) {
		const { entries } = this.data, weight = choice.measure === "samples" ? entries.samples : entries.weight;
		this.sums.fill(0);
		eachChosen(this.data, entries, { ...choice, span: null }, (i) => { this.sums[entries.slot[i]] += weight[i]; });
		this.span = choice.span;
		this.draw();
	}

	look(theme) {
		this.theme = theme;
		this.draw();
	}

	slotAt(event, round) {
		const box = this.canvas.getBoundingClientRect(), part = (event.clientX - box.left) / box.width;
		return Math.min(this.data.slots, Math.max(0, round(part * this.data.slots)));
	}

	begin(event) {
		if (event.button)
			return;
		this.canvas.setPointerCapture(event.pointerId);
		this.drag = { x: event.clientX, from: event, to: event };
	}

	move(event) {
		if (!this.drag)
			return;
		this.drag.to = event;
		this.draw();
	}

	dragged() {
		const [a, b] = this.drag.from.clientX < this.drag.to.clientX
			? [this.drag.from, this.drag.to] : [this.drag.to, this.drag.from];
		const from = this.slotAt(a, Math.floor);
		return [from, Math.max(from + 1, this.slotAt(b, Math.ceil))];
	}

	end(event) {
		if (!this.drag)
			return;
		this.drag.to = event;
		const span = Math.abs(event.clientX - this.drag.x) < 4 ? undefined : this.dragged();
		this.drag = null;
		if (span)
			this.choose(span);
		else
			this.draw();
	}

	choose(span) {
		const { slots } = this.data;
		this.span = span && (span[0] > 0 || span[1] < slots) ? span : null;
		this.changed(this.span);
	}

	key(event) {
		const { slots } = this.data, step = Math.max(1, Math.round(slots / 50)), way = { ArrowLeft: -step, ArrowRight: step }[event.key];
		if (event.key === "Escape" && this.span)
			this.choose(null);
		else if (way) {
			const [from, to] = this.span || [0, Math.max(1, Math.round(slots / 10))];
			const shift = event.shiftKey ? 0 : Math.max(-from, Math.min(way, slots - to));
			this.choose([from + shift, Math.max(from + 1, Math.min(slots, event.shiftKey ? to + way : to + shift))]);
		} else
			return;
		event.preventDefault();
		event.stopPropagation();
	}

	draw() {
		const { clientWidth: wide, clientHeight: high } = this.canvas, ratio = window.devicePixelRatio || 1, c = this.context;
		if (!this.theme || !wide)
			return;
		this.canvas.width = Math.round(wide * ratio);
		this.canvas.height = Math.round(high * ratio);
		c.setTransform(ratio, 0, 0, ratio, 0, 0);
		const columns = new Float64Array(Math.min(wide, this.data.slots)), { slots } = this.data;
		for (let i = 0; i < slots; i++)
			columns[Math.floor(i * columns.length / slots)] += this.sums[i];
		const most = columns.reduce((a, b) => Math.max(a, b), 0), width = wide / columns.length;
		c.fillStyle = this.theme.bar;
		columns.forEach((sum, i) => {
			const tall = most ? sum / most * (high - 8) : 0;
			c.fillRect(i * width, high - tall, Math.max(width, 1), tall);
		});
		const span = this.drag ? this.dragged() : this.span;
		if (span)
			this.drawSpan(span.map((s) => s / slots * wide), wide, high);
	}

	drawSpan([from, to], wide, high) {
		const c = this.context;
		c.fillStyle = this.theme.veil;
		c.fillRect(0, 0, from, high);
		c.fillRect(to, 0, wide - to, high);
		c.fillStyle = this.theme.accent;
		c.fillRect(from - 1, 0, 2, high);
		c.fillRect(to - 1, 0, 2, high);
	}
}
