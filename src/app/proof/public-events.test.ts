import { expect, test } from 'vitest';
import { webhookEvents } from '#connect/webhooks/webhooks.rules.ts';
import { publicEvents } from '#app/public-events.ts';

test('everything in the catalogue is told by some domain, and nothing else', () => {
  expect([...new Set(publicEvents.map((one) => one.name))].sort()).toEqual([...webhookEvents].sort());
});
