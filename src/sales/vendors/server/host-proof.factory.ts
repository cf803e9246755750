/** For tests about host names: every name leads to this machine, and the test sets the DNS records. */
import callbackDns from 'node:dns';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import { beforeEach, onTestFinished, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld } from '#app/proof/testing.ts';

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

/** What stands in the DNS until the end of the test: texts by the name of their record. */
function zone(records: Record<string, string[]>): void {
  const spy = vi.spyOn(dns, 'resolveTxt').mockImplementation((name) => {
    const found = records[name];
    // a long text comes in parts
    return found === undefined
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve(found.map((text) => [text.slice(0, 9), text.slice(9)]));
  });
  onTestFinished(() => spy.mockRestore());
}

/** `answers.body` is what answers under every name: this installation, until a test says otherwise. */
export async function hostWorld() {
  const answers = { body: '' };
  const server = http.createServer((_request, response) => response.end(answers.body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  const world = await testWorld({ env: { PUBLIC_URL: `http://localhost:${port}` } });
  beforeEach(() => {
    answers.body = '{"done":true}';
    // as text and back: of the overloads the spies know only the one that answers a single address
    const found = JSON.parse(JSON.stringify([{ address: '127.0.0.1', family: 4 }]));
    const spies = [
      vi.spyOn(dns, 'lookup').mockImplementation(() => Promise.resolve(found)),
      vi.spyOn(callbackDns, 'lookup').mockImplementation((...given: unknown[]) => {
        const done = given.at(-1);
        if (typeof done === 'function') done(null, found);
      }),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
  });
  const close = async () => {
    await world.close();
    server.closeAllConnections();
    server.close();
  };
  return { world, answers, zone, close };
}
