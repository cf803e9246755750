import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { screensPlugin } from './scripts/vite-screens.ts';
import { textPlugin } from './scripts/vite-text.ts';

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [screensPlugin(), textPlugin(import.meta.dirname), react()],
  // one bundle for the server: it starts faster, and React is the production one whatever the environment says
  ssr: isSsrBuild === true ? { noExternal: true } : {},
  build: {
    target: 'es2022',
    outDir: isSsrBuild === true ? 'dist/server' : 'dist/client',
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: isSsrBuild === true ? {} : { input: 'src/app/browser.tsx' },
  },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
}));
