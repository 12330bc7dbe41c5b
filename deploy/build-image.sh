#!/bin/sh
# Makes ./image: what the service needs to run, and nothing of what built it. SKIP_INSTALL=1 takes node_modules as it is.
set -eu

[ "${SKIP_INSTALL:-}" = 1 ] || npm ci --no-audit --no-fund
npm run --silent build

rm -rf image
mkdir -p image
cp package.json package-lock.json LICENSE image/
for package in contract server cli agent web runner; do
  [ -d "packages/$package" ] || continue
  mkdir -p "image/packages/$package"
  cp "packages/$package/package.json" "image/packages/$package/"
  [ ! -d "packages/$package/dist" ] || cp -R "packages/$package/dist" "image/packages/$package/"
done
cp -R packages/cli/bin image/packages/cli/

# Hard links where they can be: the prune below removes names, it changes no file.
cp -al node_modules image/ 2>/dev/null || { rm -rf image/node_modules; cp -R node_modules image/; }
for package in packages/*/node_modules; do
  [ -d "$package" ] && cp -R "$package" "image/$package"
done
(cd image && npm prune --omit=dev --no-audit --no-fund --ignore-scripts --offline)
