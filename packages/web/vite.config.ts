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
  },
});
