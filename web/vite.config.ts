import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows data: for pictures only
    modulePreload: { polyfill: false }, // it would be an inline script
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What the first page needs comes in one piece, and so does the table: each request costs
        // more than its bytes.
        codeSplitting: {
          groups: [
            { name: 'first', test: /src[\\/](?:main\.ts|start[\\/]Start\.svelte)$/, priority: 1 },
            { name: 'table', test: /src[\\/]table[\\/]/ },
          ],
        },
      },
    },
  },
});
