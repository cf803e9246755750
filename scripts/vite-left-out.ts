/** Parts of packages that they load for everybody, and that this product never runs: they stay out of the browser's code. */
import type { Plugin } from 'vite';

/**
 * Module → what stands in its place, with the same names. The router's instrumentation runs only when it is created with
 * `instrumentations`, which `src/app/browser.tsx` never passes; the last one is asked on every navigation and then finds nothing. Links that
 * load ahead by a route's manifest, and the parts of such a page, are of the router's framework mode, which has one. The kit's variables
 * are in the head of every page already (`withCssVariables` is off), and of its colours the theme brings those that are used. Forms
 * without a name are not spoken to by events of the window, seventeen per form.
 */
const leftOut: Readonly<Record<string, string>> = {
  'react-router/dist/production/lib/router/instrumentation.js': `
    const never = () => { throw new Error('the router was built without instrumentation'); };
    export const getRouteInstrumentationUpdates = never, instrumentClientSideRouter = never, instrumentHandler = never;
    export const instrumentationResultMetaContext = null;
    export const consumeInstrumentationClientResultMetaReceiver = () => void 0;`,
  'react-router/dist/production/lib/dom/ssr/links.js': `
    const never = () => { throw new Error('the router was built without a manifest'); };
    export const getKeyedLinksForMatches = never, getKeyedPrefetchLinks = never, getModuleLinkHrefs = never, getNewMatchesForLinks = never;
    export const isPageLinkDescriptor = never, prefetchRouteCss = never, prefetchStyleLinks = never;`,
  'react-router/dist/production/lib/dom/ssr/components.js': `
    import { createContext } from 'react';
    const never = () => { throw new Error('the router was built without a manifest'); };
    const nothing = [false, null, {}];
    export const CRITICAL_CSS_DATA_ATTRIBUTE = 'data-react-router-critical-css';
    export const FrameworkContext = createContext(void 0);
    export const usePrefetchBehavior = () => nothing, mergeRefs = (ref) => ref;
    export const Links = never, Meta = never, Scripts = never, PrefetchPageLinks = never, setIsHydrated = never, useFrameworkContext = never;`,
  '@mantine/core/esm/core/MantineProvider/MantineCssVariables/MantineCssVariables.mjs': `
    export const MantineCssVariables = () => null;`,
  '@mantine/core/esm/core/MantineProvider/default-colors.mjs': `
    export const DEFAULT_COLORS = {};`,
  '@mantine/form/esm/actions/actions.mjs': `
    export const createFormActions = () => { throw new Error('forms have no names here'); };
    export const useFormActions = () => void 0;
    export { useLayoutEffect as useIsomorphicEffect } from 'react';`,
};

/** Inside `node_modules`. */
export const leftOutFiles: readonly string[] = Object.keys(leftOut);
export const insteadOf = (id: string): string | null =>
  Object.entries(leftOut).find(([file]) => id.endsWith(`/node_modules/${file}`))?.[1] ?? null;

export const leftOutPlugin = (): Plugin => ({
  name: 'atrium-left-out',
  apply: (config, { command }) => command === 'build' && (config.build?.ssr ?? false) === false,
  load: (id) => insteadOf(id),
});
