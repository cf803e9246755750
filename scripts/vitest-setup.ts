/** What no test may do, and fails its file. */
import { afterAll, expect } from 'vitest';
import { watchOutgoing } from '#kit/server/http/outgoing.factory.ts';

// tests of money need no network: what tries to leave the machine in one of them is refused
const { testPath = '' } = expect.getState();
// vendors prove host names, which are looked up
if (/[/\\]src[/\\]sales[/\\](?!vendors[/\\])/.test(testPath)) {
  const watch = watchOutgoing();
  afterAll(() => {
    watch.restore();
    expect(watch.attempts, 'attempts to leave the machine').toEqual([]);
  });
}

/** A client of `pg` that is asked while it still answers only warns, and will refuse in its next version. */
function refusePgWarning(warning: Error): void {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('client.query()')) throw warning;
}
// the files of a worker share its process
if (!process.listeners('warning').some(({ name }) => name === refusePgWarning.name)) process.on('warning', refusePgWarning);
