import { resolve } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserArguments } from '../e2e/browser.ts';
import { pagePlugins } from './vite/vite-plugins.ts';

const root = resolve(import.meta.dirname, '..');
const executablePath = process.env['CHROMIUM'];

/** Component tests: parts and screens alone, in a real browser, one page for each file. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: pagePlugins(root),
  // found while tests run, a package would reload the page in the middle of one
  optimizeDeps: {
    entries: ['src/**/*.component.tsx', 'src/**/*.{screen,part}.tsx'],
    include: [
      'vitest-browser-react',
      'axe-core',
      'react-dom/client',
      'react-dom/server',
      'react/jsx-dev-runtime',
      'react-router/dom',
      '@tiptap/pm/model',
      '@mantine/dates',
    ],
  },
  test: {
    include: ['src/**/*.component.tsx', 'packages/engine/{ui,topics}/**/*.component.tsx'],
    testTimeout: 30_000,
    restoreMocks: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // as in the journeys: a part of a text is enough
      locators: { exact: false },
      provider: playwright({
        launchOptions: { ...(executablePath !== undefined && { executablePath }), args: [...browserArguments] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
