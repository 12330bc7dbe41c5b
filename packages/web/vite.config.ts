// Builds the page: hashed assets, no inline script or style, nothing from another host.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
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
            // The door with its fields, which most pages have too.
            { name: 'door', test: /[\\/]pages[\\/]sign-in[\\/]/ },
          ],
        },
      },
    },
  },
});
