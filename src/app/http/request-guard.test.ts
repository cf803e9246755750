import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { dropSilentBody, guardRequest } from './request-guard.ts';

const server = http.createServer((request, response) => {
  if (!guardRequest(request, response, 'https://meet.example')) return;
  dropSilentBody(request, 40);
  request.resume().on('end', () => setTimeout(() => response.end('ok'), 200));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What comes back on a connection that sends this and then nothing more. */
async function send(head: string, body = ''): Promise<string> {
  // cast: a TCP server's address is never a pipe's name
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).write(`${head}\r\n\r\n${body}`);
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => void parts.push(part));
  await once(socket, 'close');
  return Buffer.concat(parts).toString();
}
const post = (length: number) => `POST / HTTP/1.1\r\nhost: meet.example\r\nconnection: close\r\ncontent-length: ${length}`;

test('every answer forbids guessing of types and asks for HTTPS, below our own name too and not below a customer’s', async () => {
  const own = await send('GET / HTTP/1.1\r\nhost: meet.example:443\r\nconnection: close');
  expect(own).toContain('x-content-type-options: nosniff');
  expect(own).toContain('strict-transport-security: max-age=31536000; includeSubDomains');
  const other = await send('GET / HTTP/1.1\r\nhost: school.example\r\nconnection: close');
  expect(other).toMatch(/strict-transport-security: max-age=31536000\r\n/);
});

test('two Host headers are refused', async () => {
  expect(await send('GET / HTTP/1.1\r\nhost: meet.example\r\nHost: evil.example\r\nconnection: close')).toMatch(
    /^HTTP\/1.1 400 /,
  );
});

test('a body that never arrives loses its connection; one that came is answered, however long that takes', async () => {
  expect(await send(post(5))).toBe('');
  expect(await send(post(5), 'ab')).toBe('');
  expect(await send(post(5), 'abcde')).toMatch(/^HTTP\/1.1 200 /);
});
