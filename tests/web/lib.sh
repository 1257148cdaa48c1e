# SPDX-License-Identifier: GPL-2.0-or-later
# What tests in a browser share besides what end-to-end tests do: Chromium, and playwright-core, which npm fetches once into
# build/web. Where one of them cannot be had nothing is tested.
. "$(dirname "$0")/../e2e/lib.sh"

playwright=1.65.1
web=$root/build/web
command -v node >/dev/null || skip_all "no node (Debian: nodejs)"
CHROMIUM=$(command -v chromium) || skip_all "no chromium (Debian: chromium)"
if [ ! -d "$web/node_modules/playwright-core" ]; then
	command -v npm >/dev/null || skip_all "no npm to fetch playwright-core with (Debian: npm)"
	npm install --silent --no-audit --no-fund --prefix "$web" "playwright-core@$playwright" >npm.log 2>&1 ||
		skip_all "npm cannot fetch playwright-core@$playwright: $(tail -n 1 npm.log)"
fi
export CHROMIUM PMREC NODE_PATH="$web/node_modules"
