import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { askLean, type LeanRequest } from './lean.ts';
import { OutboundRefused } from './http/outbound.ts';

type Give = (request: http.IncomingMessage, response: http.ServerResponse) => void;
async function serve(give: Give): Promise<string> {
  const server = http.createServer(give);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
const plain: LeanRequest = { reach: 'everywhere', timeoutMs: 5_000, method: 'GET', headers: {} };
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutboundRefused ? error.reason : 'failed'),
  );

test('an answer is given with its status, its text and where it leads; the body is sent as it is', async () => {
  const origin = await serve((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      response.writeHead(302, { location: 'https://elsewhere.example/' });
      // in two pieces, with a character cut in the middle
      const bytes = Buffer.from(`${request.method} ${request.url} ${body} ü`);
      response.write(bytes.subarray(0, bytes.length - 1));
      setTimeout(() => response.end(bytes.subarray(bytes.length - 1)), 20);
    });
  });
  expect(await askLean(`${origin}/a/b?c=d%20e`, plain)).toEqual({
    status: 302,
    text: 'GET /a/b?c=d%20e  ü',
    location: 'https://elsewhere.example/',
  });
  const posted = await askLean(`${origin}/`, { ...plain, method: 'POST', body: 'x=1' });
  expect(posted.text).toBe('POST / x=1 ü');
});

test('what is too late, too long, cut off or not there fails, and the next one is answered', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/late') return;
    if (request.url === '/cut') return void response.destroy();
    response.end(request.url === '/long' ? 'x'.repeat(2_000_000) : 'fine');
  });
  expect(await reasonOf(askLean(`${origin}/late`, { ...plain, timeoutMs: 100 }))).toBe('failed');
  expect(await reasonOf(askLean(`${origin}/cut`, plain))).toBe('failed');
  expect(await reasonOf(askLean(`${origin}/long`, { ...plain, maxBytes: 1_000 }))).toBe('too_long');
  expect(await reasonOf(askLean('http://127.0.0.1:1/', plain))).toBe('failed');
  expect((await askLean(`${origin}/`, plain)).text).toBe('fine');
});

test('addresses inside our networks are refused to whoever may only reach the public ones', async () => {
  const origin = await serve((_request, response) => void response.end('in'));
  const { port } = new URL(origin);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1'])
    expect(await reasonOf(askLean(`http://${host}:${port}/`, { ...plain, reach: 'public' })), host).toBe('private_address');
  for (const url of ['file:///etc/passwd', 'nonsense', 'http://user:word@127.0.0.1/'])
    expect(await reasonOf(askLean(url, plain)), url).toBe('bad_address');
});
