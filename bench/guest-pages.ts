/** Pages that are kept for guests, against nginx with the same bytes in a file, in one run. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nginxProgram, startNginx } from './callers.ts';
import { type Ratio, ratioOf } from './load.ts';
import type { MeasuredPage } from './pages.ts';
import { freePort } from '#kit/server/db/postgres-process.ts';
import type { Bench } from './product.ts';
import { htmlOf, type Readers } from './readers.ts';

export type GuestPageRatio = Ratio & { name: string };
/** Null: there is no nginx to compare with. */
export async function measureGuestPages(
  bench: Pick<Bench, 'url'>,
  readers: Readers,
  pages: readonly MeasuredPage[],
): Promise<GuestPageRatio[] | null> {
  const program = nginxProgram();
  if (program === null) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-bench-guests-'));
  const port = await freePort();
  mkdirSync(path.join(folder, 'files'));
  for (const [at, page] of pages.entries())
    writeFileSync(path.join(folder, 'files', `${at}.html`), await htmlOf(bench.url + page.path, readers.guest.cookie));
  const nginx = await startNginx(program, { folder, port, to: [] });
  try {
    const found: GuestPageRatio[] = [];
    for (const [at, { name, path: asked }] of pages.entries()) {
      const file = { origin: `http://127.0.0.1:${port}`, path: `/files/${at}.html` };
      found.push({ name, ...(await ratioOf({ origin: bench.url, path: asked }, file)) });
    }
    return found;
  } finally {
    await nginx.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
