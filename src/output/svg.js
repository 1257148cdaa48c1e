// SPDX-License-Identifier: GPL-2.0-or-later
// The script of a picture of a flame graph: hover tells what a frame is, a click zooms in, search (Ctrl-F) marks frames and
// tells the share of all that lies in or below them. A title is "NAME (MODULE) N samples, WEIGHT, SHARE"; a thread has no module,
// and what weighs as much as its samples no weight.
"use strict";
(() => {
	const $ = (id) => document.getElementById(id), LETTER = 7.3, LEAST = 36;
	let frames, left, wide, zoomed = null;

	function read(g) {
		const [title, rect, text] = g.children, [x, w] = ["x", "width"].map((a) => Number(rect.getAttribute(a)));
		const about = title.textContent, isFunction = g.getAttribute("class") !== "group";
		const [, name] = (isFunction ? /^(.*) \(.*\) \d+ samples?, /s : /^(.*) \d+ samples?, /s).exec(about);
		return { g, rect, text, x, w, about, name: g.dataset.name ?? name, isFunction };
	}

	function label(f, w) {
		const room = Math.floor((w - 6) / LETTER);
		f.text.textContent = w < LEAST ? "" : f.name.length <= room ? f.name : f.name.slice(0, room - 2) + "..";
	}

	function show(f, x, w) {
		const from = Math.max(x, left), to = Math.min(x + w, left + wide);
		f.g.setAttribute("visibility", to - from > .05 ? "visible" : "hidden");
		f.rect.setAttribute("x", from);
		f.rect.setAttribute("width", Math.max(0, to - from));
		f.text.setAttribute("x", from + 3);
		label(f, to - from);
	}

	// What lies below the frame fills the picture; what it was called by stays, as wide as the picture.
	function zoom(f) {
		const scale = wide / f.w;
		zoomed = f === frames[0] ? null : f;
		frames.forEach((o) => show(o, left + (o.x - f.x) * scale, o.w * scale));
		$("reset").setAttribute("visibility", zoomed ? "visible" : "hidden");
	}

	// Each stack once: of frames that match those that lie within another do not count.
	function search() {
		const text = prompt("Search for functions (regular expression)", "");
		if (text === null)
			return;
		let pattern;
		try {
			pattern = new RegExp(text, "i");
		} catch (e) {
			$("matched").textContent = "no regular expression";
			return;
		}
		const found = new Set(text ? frames.filter((f) => f.isFunction && pattern.test(f.name)) : []);
		frames.forEach((f) => f.g.classList.toggle("found", found.has(f)));
		let end = -1, sum = 0;
		for (const f of [...found].sort((a, b) => a.x - b.x || b.w - a.w)) {
			const from = Math.max(f.x, end);
			sum += Math.max(0, f.x + f.w - from);
			end = Math.max(end, f.x + f.w);
		}
		$("matched").textContent = text ? `matched: ${(100 * sum / wide).toFixed(2)}%` : " ";
	}

	addEventListener("load", () => {
		frames = [...$("frames").children].map(read);
		[left, wide] = [frames[0].x, frames[0].w];
		const at = (event) => frames.find((f) => f.g === event.target.closest("#frames > g"));
		$("frames").addEventListener("mouseover", (event) => { $("details").textContent = at(event)?.about ?? " "; });
		$("frames").addEventListener("mouseout", () => { $("details").textContent = " "; });
		$("frames").addEventListener("click", (event) => at(event) && zoom(at(event)));
		$("reset").addEventListener("click", () => zoom(frames[0]));
		$("search").addEventListener("click", search);
		$("search").setAttribute("visibility", "visible");
		addEventListener("keydown", (event) => {
			if (event.key === "f" && (event.ctrlKey || event.metaKey)) {
				event.preventDefault();
				search();
			} else if (event.key === "Escape" && zoomed)
				zoom(frames[0]);
		});
	});
})();
