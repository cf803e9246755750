import { defineConfig } from 'vite';
import { pagePlugins } from './scripts/vite/vite-plugins.ts';

/**
 * What every page loads, in one file: forty small ones compress 11 kB worse. Parts that only some pages need are not in the list,
 * or they would travel with every page.
 */
const base = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router|use-intl|icu-minify)/',
    'node_modules/@mantine/core/esm/(core|components/(Button|ActionIcon|Input|InputBase|TextInput|Kbd|Loader|UnstyledButton))/',
    'node_modules/@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)',
    'node_modules/@mantine/hooks/esm/use-(uncontrolled|merged-ref)/',
    'src/kit/(api|contract|errors|facts|ids)\\.ts',
    'src/kit/text/',
    'src/kit/ui/(auth/|text/|theme/(theme|resolver|palette)|(?:(?:query|form|overlay)/)?(api|ask|brand|config|css-vars|dot-line|failure-text|feedback|language-picker|light-parts|link|loadable|observable|page|screen|time|toast|track)\\.tsx?$)',
    'src/app/shell/(?:(?:consent|document|frames|routing)/)?(text/|shell-text|titles|page|root|providers|guards|run-route|route-row|route-table|error-page|loading-bar|consent\\.|online-notice|load-texts|language-select|scheme-switch|foot-links)',
  ].join('|'),
);

/** What every page of the signed-in loads beside it. */
const queries = /node_modules\/@tanstack\/|src\/kit\/ui\/overlay\/lazy-opened\./;

/** Icons that many screens show, in one file: seventeen fewer for a screen of the signed-in, and 2 kB less. */
const icons = {
  name: 'icons',
  test: /@tabler\/icons-react\/dist\/esm\/icons\//,
  minShareCount: 14,
  includeDependenciesRecursively: false,
};

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: pagePlugins(import.meta.dirname),
  // one bundle for the server: it starts faster, and React is the production one whatever the environment says
  ssr: isSsrBuild === true ? { noExternal: true } : {},
  build: {
    target: 'es2022',
    outDir: isSsrBuild === true ? 'dist/server' : 'dist/client',
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0,
    // a page names what it needs in its head, and links in view load ahead; lists of scripts for every import would weigh 4 kB in every page
    modulePreload: { polyfill: false, resolveDependencies: (_file, needed) => needed.filter((one) => one.endsWith('.css')) },
    reportCompressedSize: false,
    rolldownOptions:
      isSsrBuild === true
        ? {}
        : {
            input: 'src/app/browser.tsx',
            output: {
              codeSplitting: {
                groups: [{ name: 'base', test: base, priority: 1 }, { name: 'queries', test: queries }, icons],
              },
            },
          },
  },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
}));
