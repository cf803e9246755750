/**
 * A server that speaks the BBB API and keeps its meetings in memory, without any media: for trying clients.
 * `node tiny-server.ts SECRET [PORT]` prints the address to give to a client.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { type BbbResponse, failed, versionAnswer } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { answerMemoryCall } from '@atrium/bbb/memory/memory-calls';
import { emptyState } from '@atrium/bbb/memory/memory-state';
import { readCall, verify } from '@atrium/bbb/server';
import { refusalAnswer } from '@atrium/bbb/recordings/text-tracks';

const [secret = '', port = '0'] = process.argv.slice(2);
const state = emptyState();

// Long texts travel in the request line, far beyond Node's 16 KiB.
const server = createServer({ maxHeaderSize: 64 * 1024 }, async (incoming, outgoing) => {
  const { status, headers, body } = answer(incoming, await bodyOf(incoming));
  outgoing.writeHead(status, headers).end(body);
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}/bigbluebutton/\n`);
});

function answer({ method = 'GET', url = '', headers }: IncomingMessage, body: Buffer): BbbResponse {
  const call = readCall({ method, url, contentType: headers['content-type'], body });
  if (!call) return { status: 404, headers: {}, body: '' };
  const verdict = verify(call, { secrets: [secret] });
  if (!verdict.ok) return refusalAnswer(call, verdict, headers.accept);
  if (verdict.call.name === '') return versionAnswer({ contentType: call.contentType });
  return answerMemoryCall(state, verdict.call) ?? failed(failures.unsupportedRequest);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
