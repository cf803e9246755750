/** Parts of packages that they load for everybody, and that this product never runs: they stay out of the browser's code. */
import type { Plugin } from 'vite';

/**
 * Module → what stands in its place, with the same names. The router's instrumentation runs only when it is created with
 * `instrumentations`, which `src/app/browser.tsx` never passes; the last one is asked on every navigation and then finds nothing.
 */
const leftOut: Readonly<Record<string, string>> = {
  'react-router/dist/production/lib/router/instrumentation.js': `
    const never = () => { throw new Error('the router was built without instrumentation'); };
    export const getRouteInstrumentationUpdates = never, instrumentClientSideRouter = never, instrumentHandler = never;
    export const instrumentationResultMetaContext = null;
    export const consumeInstrumentationClientResultMetaReceiver = () => void 0;`,
};

export const insteadOf = (id: string): string | null =>
  Object.entries(leftOut).find(([file]) => id.endsWith(`/node_modules/${file}`))?.[1] ?? null;

export const leftOutPlugin = (): Plugin => ({
  name: 'atrium-left-out',
  apply: (config, { command }) => command === 'build' && (config.build?.ssr ?? false) === false,
  load: (id) => insteadOf(id),
});
