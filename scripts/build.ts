/** Builds the client and the renderer. Prints one line per part. */
import { build } from 'vite';

process.env['NODE_ENV'] = 'production';

async function timed(word: string, run: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  await run();
  process.stdout.write(`${word} built in ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
}

await timed('client', () => build({ logLevel: 'warn' }));
await timed('renderer', () =>
  build({ logLevel: 'warn', build: { ssr: 'src/app/render.tsx', emptyOutDir: true, copyPublicDir: false } }),
);
