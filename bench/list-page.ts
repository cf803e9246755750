/**
 * The list screen with 50 rows against a file with the very same page. What the house has a budget for is the rendering, so the page is
 * rendered by a process that has its data at hand; the page of the running product, with session, rights and database, stands beside it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { ratioOf, type Ratio, type Target } from './load.ts';
import { type Bench, startBench } from './product.ts';
import { htmlOf, type Reader } from './readers.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = '/rooms';
/** Ids of what React makes and of requests differ; more than that would be another page. */
const mayDiffer = 0.02;

async function rendering(bench: Pick<Bench, 'url'>, reader: Reader, against: { html: string; file: Target }): Promise<Ratio> {
  const server = fork(path.join(import.meta.dirname, 'render-server.ts'), [bench.url, reader.token, page]);
  try {
    const [said]: unknown[] = await once(server, 'message');
    const rendered: Target = { origin: String(said), path: page };
    const { length } = await htmlOf(rendered.origin + page);
    if (Math.abs(length / against.html.length - 1) > mayDiffer)
      throw new Error(`the rendered page has ${length} characters, that of the product ${against.html.length}`);
    return await ratioOf(rendered, against.file);
  } finally {
    server.disconnect();
  }
}

/** Requests per second: of the rendering, of the whole page, and of the file, each as a ratio to the file. */
export async function measureListPage(bench: Bench, reader: Reader): Promise<{ rendered: Ratio; whole: Ratio }> {
  const file = path.join(root, 'dist/client/bench-page.html');
  const html = await htmlOf(bench.url + page, reader.cookie);
  fs.writeFileSync(file, html);
  try {
    // a second product, so that neither takes from the other
    const files = await startBench();
    try {
      const target: Target = { origin: files.url, path: '/bench-page.html' };
      const rendered = await rendering(bench, reader, { html, file: target });
      const whole = await ratioOf({ origin: bench.url, path: page, headers: { cookie: reader.cookie } }, target);
      return { rendered, whole };
    } finally {
      await files.stop();
    }
  } finally {
    fs.rmSync(file);
  }
}
