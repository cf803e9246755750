/** A receiver of news on this machine, which answers as the test says. */
import { once } from 'node:events';
import http from 'node:http';
import { onTestFinished } from 'vitest';

export type Received = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string };
export type Receiver = {
  url: string;
  received: Received[];
  /** What it says from now on. */
  say(answer: { status: number; location?: string; body?: string }): void;
};

export async function buildReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let says: { status: number; location?: string; body?: string } = { status: 200 };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(says.status, says.location === undefined ? {} : { location: says.location }).end(says.body ?? '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    say: (answer) => {
      says = answer;
    },
  };
}
