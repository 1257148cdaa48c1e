# SPDX-License-Identifier: GPL-2.0-or-later
# What tests in a browser share besides what end-to-end tests do: Chromium, and packages that npm fetches once into build/web.
# Where one of them cannot be had nothing is tested.
. "$(dirname "$0")/../e2e/lib.sh"

web=$root/build/web
command -v node >/dev/null || skip_all "no node (Debian: nodejs)"
CHROMIUM=$(command -v chromium) || skip_all "no chromium (Debian: chromium)"

# need_package NAME VERSION
need_package() {
	[ ! -d "$web/node_modules/$1" ] || return 0
	command -v npm >/dev/null || skip_all "no npm to fetch $1 with (Debian: npm)"
	npm install --silent --no-audit --no-fund --prefix "$web" "$1@$2" >npm.log 2>&1 ||
		skip_all "npm cannot fetch $1@$2: $(tail -n 1 npm.log)"
}
need_package playwright-core 1.65.1
export CHROMIUM PMREC NODE_PATH="$web/node_modules"

# The same recording for all.
awk -f "$root/tests/web/recording.awk" >in.txt
"$root/tests/data/mkperf" in.txt >in.data || skip_all "no python3"
