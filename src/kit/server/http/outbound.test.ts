import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import { isPrivateAddress, outbound, OutboundRefused, reachOf, textOf } from './outbound.ts';

type RequestResponder = (request: http.IncomingMessage, response: http.ServerResponse) => void;
async function serve(answer: RequestResponder): Promise<string> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutboundRefused ? error.reason : 'failed'),
  );

test('every kind of private address is known, and public ones are not', () => {
  const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'];
  const inside6 = [
    '::1',
    '::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ];
  expect([...inside, ...inside6].filter((ip) => !isPrivateAddress(ip))).toEqual([]);
  expect(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'].filter(isPrivateAddress)).toEqual([]);
});

test('abuse row 6: nothing on this machine is reached, by address in any spelling or by name', async () => {
  let asked = 0;
  const origin = await serve((_request, response) => {
    asked += 1;
    response.end('in');
  });
  const { port } = new URL(origin);
  const send = outbound({ reach: 'public' });
  for (const host of ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0'])
    expect(await reasonOf(send(`http://${host}:${port}/`)), host).toBe('private_address');
  expect(asked).toBe(0);
  expect(await textOf(await outbound({ reach: 'everywhere' })(origin))).toBe('in');
});

test('only plain web addresses are taken', async () => {
  const send = outbound({ reach: 'everywhere' });
  for (const url of ['file:///etc/passwd', 'nonsense', 'ftp://x', 'http://user:word@127.0.0.1/'])
    expect(await reasonOf(send(url)), url).toBe('bad_address');
});

test('redirects are given back, or followed as often as is allowed, and what was meant for one host is not shown to another', async () => {
  const seen: (string | undefined)[] = [];
  const last = await serve((request, response) => {
    seen.push(request.headers['x-signature']?.toString());
    response.end('there');
  });
  const first = await serve((_request, response) => response.writeHead(302, { location: last }).end());
  const headers = { 'x-signature': 's' };
  expect((await outbound({ reach: 'everywhere' })(first, { headers })).status).toBe(302);
  expect(await textOf(await outbound({ reach: 'everywhere', redirects: 1 })(first, { headers }))).toBe('there');
  expect(seen).toEqual([undefined]);
  const ring = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
  expect(await reasonOf(outbound({ reach: 'everywhere', redirects: 3 })(ring))).toBe('too_many_redirects');
});

test('an answer that is too long or too late is given up', async () => {
  const long = await serve((_request, response) => response.end('x'.repeat(2_000)));
  const answer = await outbound({ reach: 'everywhere', maxBytes: 1_000 })(long);
  expect(await reasonOf(textOf(answer))).toBe('too_long');
  const silent = await serve(() => undefined);
  await expect(outbound({ reach: 'everywhere', timeoutMs: 100 })(silent)).rejects.toMatchObject({ name: 'TimeoutError' });
  const halfWay = await serve((_request, response) => void response.write('a'));
  await expect(textOf(await outbound({ reach: 'everywhere', timeoutMs: 200 })(halfWay))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('private addresses are allowed on an installation that is itself only on this machine, or when it says so', () => {
  const reach = (env: Record<string, string>) => reachOf(readConfig(env));
  expect(reach({})).toBe('everywhere');
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(reach({ PUBLIC_URL }), PUBLIC_URL).toBe('everywhere');
  for (const PUBLIC_URL of ['https://meet.example.org', 'https://10.0.0.5'])
    expect(reach({ PUBLIC_URL }), PUBLIC_URL).toBe('public');
  expect(reach({ PUBLIC_URL: 'https://meet.example.org', ALLOW_PRIVATE_SERVERS: 'on' })).toBe('everywhere');
  expect(reach({ ALLOW_PRIVATE_SERVERS: 'off' })).toBe('public');
});
