/**
 * A fake BBB server as a process of its own:
 * `node e2e/fake-bbb/main.ts --port 0 --control-port 0 --secret s --version 2.7 --seed 1 --quirks '{"all":{"delayMs":20}}'`
 * Prints one line of JSON: `{"url", "controlUrl", "secret", "version", "pid"}`. POST a command as JSON to `controlUrl`;
 * the answer is the state. The control has a port of its own, so it answers while the server is down.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { commandShape, quirksShape } from './control.ts';
import { type FakeBbb, FakeCommandError, startFakeBbb } from './fake-bbb.ts';
import { fakeVersions, isFakeVersion } from './versions.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    secret: { type: 'string', default: 'fake-secret' },
    version: { type: 'string', default: '3.0' },
    seed: { type: 'string', default: '1' },
    quirks: { type: 'string', default: '{}' },
    'clock-offset': { type: 'string', default: '0' },
    linger: { type: 'string', default: '0' },
    'reveal-version': { type: 'boolean', default: false },
    'presence-by-client': { type: 'boolean', default: false },
    'no-hooks': { type: 'boolean', default: false },
  },
});
if (!isFakeVersion(values.version)) throw new Error(`--version is one of ${fakeVersions.join(', ')}`);
const fake = await startFakeBbb({
  port: Number(values.port),
  secret: values.secret,
  version: values.version,
  seed: Number(values.seed),
  quirks: quirksShape.parse(JSON.parse(values.quirks)),
  clockOffsetMs: Number(values['clock-offset']),
  endLingersMs: Number(values.linger),
  revealsVersion: values['reveal-version'],
  presence: values['presence-by-client'] ? 'client' : 'join',
  hasHooks: !values['no-hooks'],
});
const control = createServer((incoming, outgoing) => {
  void answerControl(fake, incoming).then(({ status, body }) => {
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
control.listen(Number(values['control-port']), '127.0.0.1');
await once(control, 'listening');
const address = control.address();
const controlPort = typeof address === 'object' && address !== null ? address.port : 0;
const { url, secret, version } = fake;
console.log(JSON.stringify({ url, controlUrl: `http://127.0.0.1:${controlPort}/control`, secret, version, pid: process.pid }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

async function answerControl(fakeBbb: FakeBbb, incoming: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await fakeBbb.control(await commandOf(incoming)) };
  } catch (error) {
    if (error instanceof FakeCommandError || error instanceof SyntaxError) return { status: 400, body: { error: error.message } };
    if (error instanceof z.ZodError) return { status: 400, body: { error: z.prettifyError(error) } };
    throw error;
  }
}

async function commandOf(incoming: IncomingMessage) {
  if (incoming.method !== 'POST') return { do: 'look' as const };
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return commandShape.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}
