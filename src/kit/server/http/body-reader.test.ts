import http from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Body, openBodyReader } from './body-reader.ts';

/** A server that reads bodies with one budget and says what came of each; it releases none by itself. */
async function buildReader(inFlight: number, limit: number) {
  const reader = openBodyReader(inFlight);
  const taken: Body[] = [];
  let came = 0;
  const server = http.createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      came += chunk.byteLength;
    });
    void reader.read(request, limit).then((body) => {
      taken.push(body);
      response.writeHead(200, { connection: 'close' }).end(typeof body === 'string' ? body : `${body.bytes.length}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const open = (headers: Record<string, string>) =>
    http.request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  const send = (bytes: number, kind: 'chunked' | 'length' = 'length') =>
    new Promise<string>((resolve, reject) => {
      const request = open(kind === 'length' ? { 'content-length': `${bytes}` } : { 'transfer-encoding': 'chunked' });
      request.on('error', reject).on('response', (response) => {
        response.setEncoding('utf8').on('data', resolve);
      });
      request.end(Buffer.alloc(bytes));
    });
  const release = () => {
    for (const body of taken.splice(0)) if (typeof body !== 'string') body.release();
  };
  return { open, send, taken, release, came: () => came };
}

test('a body is taken up to its limit, whether its length was told or not', async () => {
  const { send } = await buildReader(10_000, 100);
  expect(await send(100)).toBe('100');
  expect(await send(100, 'chunked')).toBe('100');
  expect(await send(101)).toBe('too long');
  expect(await send(101, 'chunked')).toBe('too long');
});

test('all bodies together hold no more than the budget until they are let go', async () => {
  const { send, release } = await buildReader(250, 100);
  expect([await send(100), await send(100), await send(100), await send(50)]).toEqual(['100', '100', 'too long', '50']);
  release();
  expect([await send(100), await send(100)]).toEqual(['100', '100']);
  release();
  // letting go twice gives nothing back twice
  release();
  expect([await send(100), await send(100), await send(100)]).toEqual(['100', '100', 'too long']);
});

test('what a client sent that went away is given back', async () => {
  const { open, send, taken, came } = await buildReader(100, 100);
  const request = open({ 'content-length': '100' });
  request.on('error', () => undefined);
  request.write(Buffer.alloc(60));
  await vi.waitFor(() => expect(came()).toBe(60));
  expect(await send(50)).toBe('too long');
  request.destroy();
  await vi.waitFor(() => expect(taken).toContain('gone'));
  expect(await send(100)).toBe('100');
});
