import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { engineDirectory, proxyRequest } from './proxy.ts';

async function open(server: http.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // cast: a TCP server's address is never a pipe's name
  return (server.address() as AddressInfo).port;
}

test('a document of 100 MB goes on as it comes: the engine has its beginning before the end was sent', async () => {
  let arrived = 0;
  const engine = await open(
    http.createServer((request, response) => {
      request.on('data', (part: Buffer) => {
        arrived += part.length;
      });
      request.on('end', () => response.end(String(arrived)));
    }),
  );
  const engines = engineDirectory(async () => new Map([['engine', { host: '127.0.0.1', port: engine }]]));
  const port = await open(http.createServer((request, response) => void proxyRequest(engines, request, response)));
  const sent = http.request({ port, method: 'POST', path: '/engine/session/deck?name=a.pdf' });
  const answered = once(sent, 'response');
  const part = Buffer.alloc(1_048_576);
  sent.write(part);
  await expect.poll(() => arrived).toBe(part.length);
  for (let i = 1; i < 100; i += 1) if (!sent.write(part)) await once(sent, 'drain');
  sent.end();
  const [answer] = await answered;
  expect(String((await answer.toArray())[0])).toBe(String(100 * part.length));
});
