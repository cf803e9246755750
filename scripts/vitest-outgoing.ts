/** Tests of money need no network: what tries to leave the machine in one of them is refused, and fails its file. */
import { afterAll, expect } from 'vitest';
import { watchOutgoing } from '#kit/server/http/outgoing.factory.ts';

const { testPath = '' } = expect.getState();
// vendors prove host names, which are looked up
if (/[/\\]src[/\\]sales[/\\](?!vendors[/\\])/.test(testPath)) {
  const watch = watchOutgoing();
  afterAll(() => {
    watch.restore();
    expect(watch.attempts, 'attempts to leave the machine').toEqual([]);
  });
}
