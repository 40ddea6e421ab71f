import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Replay as one classic script and one style sheet, for a page that opens from a file: the letters are those of the system. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  resolve: {
    alias: [
      { find: '@fontsource-variable/inter', replacement: `${import.meta.dirname}/no-letters.css` },
      { find: /.*\/devanagari\.css$/, replacement: `${import.meta.dirname}/no-letters.css` },
    ],
  },
  build: {
    outDir: '../dist/replay-page',
    emptyOutDir: true,
    target: 'es2023',
    lib: {
      entry: 'replay-file.tsx',
      formats: ['iife'],
      name: 'parley',
      fileName: () => 'replay.js',
      cssFileName: 'replay',
    },
  },
});
