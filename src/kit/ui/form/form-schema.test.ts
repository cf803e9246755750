import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createSchemaHolder } from './form-schema.ts';

const schema = z.object({ name: z.string() });
/** A way to the schema that arrives when the test says so. */
function onItsWay() {
  const way = Promise.withResolvers<z.ZodMiniType>();
  return { load: vi.fn(() => way.promise), arrive: () => way.resolve(schema) };
}
const settled = () => new Promise((done) => setImmediate(done));

test('a schema that is given is there at once, and a form without one is sent at once', () => {
  const send = vi.fn();
  const given = createSchemaHolder(schema);
  given.whenReady(send);
  expect([given.now(), send.mock.calls.length]).toEqual([schema, 1]);
  const none = createSchemaHolder(undefined);
  none.whenReady(send);
  expect([none.now(), send.mock.calls.length]).toEqual([null, 2]);
});

test('a form that is sent before its schema is here waits for it', async () => {
  const way = onItsWay();
  const holder = createSchemaHolder(way.load);
  const seen: unknown[] = [];
  holder.whenReady(() => seen.push(holder.now()));
  await settled();
  expect(seen).toEqual([]);
  way.arrive();
  await settled();
  expect(seen).toEqual([schema]);
});

test('pressed twice while the schema is on its way, it is sent once', async () => {
  const way = onItsWay();
  const holder = createSchemaHolder(way.load);
  const [first, second] = [vi.fn(), vi.fn()];
  holder.whenReady(first);
  holder.whenReady(second);
  way.arrive();
  await settled();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test('a schema that cannot be loaded keeps nobody from sending, and the next time it is tried again', async () => {
  const way = onItsWay();
  way.load.mockRejectedValueOnce(new Error('offline'));
  const holder = createSchemaHolder(way.load);
  await expect(holder.load()).rejects.toThrow('offline');
  way.load.mockRejectedValueOnce(new Error('offline'));
  const send = vi.fn();
  holder.whenReady(send);
  await settled();
  expect([send.mock.calls.length, holder.now()]).toEqual([1, null]);
  way.arrive();
  await holder.load();
  expect(holder.now()).toBe(schema);
  await holder.load();
  expect(way.load).toHaveBeenCalledTimes(3);
});
