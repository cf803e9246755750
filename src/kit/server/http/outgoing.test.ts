import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Outgoing, watchOutgoing } from './outgoing.factory.ts';

let watch: Outgoing | null = null;
afterEach(() => {
  watch?.restore();
  watch = null;
});

test('what leaves the machine is refused and remembered, by whatever way', async () => {
  watch = watchOutgoing();
  await expect(fetch('http://198.51.100.7:8080/')).rejects.toThrow('fetch failed');
  await expect(fetch('https://example.org/')).rejects.toThrow('fetch failed');
  await expect(lookup('example.org')).rejects.toMatchObject({ code: 'ENETUNREACH' });
  await new Promise((done) => net.connect(25, '198.51.100.8').on('error', done));
  await new Promise((done) => net.connect({ host: '2001:db8::1', port: 443 }).on('error', done));
  expect(watch.attempts).toEqual(
    expect.arrayContaining(['198.51.100.7:8080', 'name example.org', '198.51.100.8:25', '2001:db8::1:443']),
  );
});

test('what stays on it goes through, and everything does afterwards', async () => {
  const server = createServer((_incoming, outgoing) => void outgoing.end('here')).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  watch = watchOutgoing();
  for (const host of ['127.0.0.1', 'localhost']) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
  expect(watch.attempts).toEqual([]);
  const { connect } = net.Socket.prototype;
  watch.restore();
  expect(net.Socket.prototype.connect).not.toBe(connect);
  server.closeAllConnections();
  server.close();
});
