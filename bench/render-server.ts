/**
 * One page rendered for each request, with what it shows at hand: no session, rights or database are asked. A process of its own, so
 * that the load takes nothing from it. Takes the address of a running product, a token and a path from its command line; tells
 * its own address to the process that started it, and ends with it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { contract } from '../src/app/assembly.ts';
import type { render as renderPage } from '../src/app/render.tsx';
import { clientOf, send } from '#kit/api.ts';
import { emptyConfig } from '#kit/client-config.ts';

const [url = '', token = '', page = '/'] = process.argv.slice(2);
const built = pathToFileURL(path.resolve(import.meta.dirname, '../dist/server/render.js')).href;
const { render }: { render: typeof renderPage } = await import(built);

/** What the product answers, asked for once. */
function askingOnce() {
  const known = new Map<string, Promise<unknown>>();
  return clientOf(contract, (definition, input, name) => {
    const key = `${name} ${JSON.stringify(input)}`;
    const answer = known.get(key) ?? send({ base: url, fetch, token: async () => token }, definition, input);
    known.set(key, answer);
    return answer;
  });
}
const api = askingOnce();
const user = await api.identity.user();

const server = createServer((_request, response) => {
  const asked = {
    url: page,
    origin: url,
    cookies: {},
    acceptLanguage: 'en-US',
    nonce: 'bench',
    config: emptyConfig,
    now: Date.now(),
  };
  render({ ...asked, api, user, refreshLikely: true }).then(
    ({ status, body }) => {
      const bytes = Buffer.from(String(body));
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length }).end(bytes);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  // cast: a server that listens on a port has an address of that shape
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
