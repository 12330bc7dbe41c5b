// Builds the page: hashed assets, no inline script or style, nothing from another host.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import service from '../server/package.json' with { type: 'json' };

/** The font of every page is asked for together with the script, not only after the style sheet has been read. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
};

/** Scripts and styles are packed once and as small as can be, here instead of in the service while somebody waits. */
const packFiles: Plugin = {
  name: 'pack-files',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file));
    const pack = async (path: string) => writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)));
    await Promise.all(files.map((file) => pack(join(dir, file))));
  },
};

export default defineConfig({
  plugins: [react(), preloadFont, packFiles],
  define: { __VERSION__: JSON.stringify(service.version) },
  build: {
    target: 'es2022',
    // A small asset as a data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    manifest: true,
    reportCompressedSize: false,
    // The budgets are in the tests, by what is sent.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs comes in one piece: thirty small requests in a row cost more than their bytes.
            { name: 'initial', tags: ['$initial'], test: /\.[jt]sx?$|\.mjs$/, priority: 1 },
            // The sign-in page with its fields, which most pages have too.
            { name: 'sign-in', test: /[\\/]pages[\\/]sign-in[\\/]/ },
          ],
        },
      },
    },
  },
});
