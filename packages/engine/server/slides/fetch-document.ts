import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '#server/model.ts';
import { openRequest } from '#server/outgoing.ts';
import { isDiskFull, isDiskFullFor } from '#server/slides/deck-files.ts';
import { countedUpTo, TooLarge } from '#server/slides/pages-http.ts';
import { webAddressOrNull } from '#server/web-address.ts';
import { SLIDES } from '#topics/slides/slides.topic.ts';

/** Milliseconds without a byte, and for the whole document. */
const SILENCE_MS = 15_000;
const WITHIN_MS = 120_000;
const REDIRECTS_MOST = 5;

export type FetchTrouble = 'not-fetched' | 'too-large' | 'disk-full';

function get({ settings }: Engine, address: URL, signal: AbortSignal): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Mozilla', accept: '*/*', 'accept-encoding': 'identity' };
    const request = openRequest(settings, address, { timeout: SILENCE_MS, headers, signal });
    if (request === null) return resolve(null);
    request.on('response', resolve);
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
    request.end();
  });
}

/** Each redirect is checked like the first address. Null: there is no document. */
async function follow(engine: Engine, url: string, signal: AbortSignal): Promise<IncomingMessage | null> {
  let next: string | null = webAddressOrNull(url);
  for (let step = 0; step <= REDIRECTS_MOST && next !== null; step += 1) {
    const address = new URL(next);
    const response = await get(engine, address, signal);
    if (response?.statusCode === 200) return response;
    response?.destroy();
    const isRedirect = [301, 302, 303, 307, 308].includes(response?.statusCode ?? 0);
    next = isRedirect ? webAddressOrNull(URL.parse(response?.headers.location ?? '', address.href)?.href) : null;
  }
  return null;
}

/** Loads a document into a file; when that fails, nothing of it is left. */
export async function fetchDocument(engine: Engine, { url, file }: { url: string; file: string }): Promise<FetchTrouble | null> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  try {
    const response = await follow(engine, url, signal);
    if (response === null) return 'not-fetched';
    const bytes = Number(response.headers['content-length'] ?? '0');
    const refusal = bytes > SLIDES.bytes ? 'too-large' : (await isDiskFullFor(engine, bytes)) ? 'disk-full' : null;
    if (refusal !== null) {
      response.destroy();
      return refusal;
    }
    await pipeline(response, countedUpTo(SLIDES.bytes), createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal });
    return null;
  } catch (error) {
    await rm(file, { force: true });
    if (error instanceof TooLarge) return 'too-large';
    return isDiskFull(error) ? 'disk-full' : 'not-fetched';
  }
}
