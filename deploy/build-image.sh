#!/bin/sh
# Makes ./image: what the service needs to run, and nothing of what built it. SKIP_INSTALL=1 takes node_modules as it is.
set -eu

[ "${SKIP_INSTALL:-}" = 1 ] || npm ci --no-audit --no-fund
npm run --silent build

rm -rf image
mkdir -p image
cp package.json package-lock.json LICENSE image/
for package in contract server cli agent web runner shell; do
  [ -d "packages/$package" ] || continue
  mkdir -p "image/packages/$package"
  cp "packages/$package/package.json" "image/packages/$package/"
  [ ! -d "packages/$package/dist" ] || cp -R "packages/$package/dist" "image/packages/$package/"
done
cp -R packages/cli/bin image/packages/cli/

# Of the libraries only those that it runs on.
npm ls --all --omit=dev --parseable >image/libraries
sed -n "s|^$PWD/||p" image/libraries | tar -cf - -T - | tar -xf - -C image
rm image/libraries
