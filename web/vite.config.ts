import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The app as files that `parley serve` hands out; nothing in them is loaded from elsewhere. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and pictures stay files: the content security policy has no data: for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  // Scripts and styles find each other by where they lie, so that an exported site may lie in any folder; the page itself names its first
  // script from the top, since every address of the app opens it.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  server: { proxy: { '/v1': 'http://127.0.0.1:8000' } },
});
