import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildSeated } from '#core/accounts/server/accounts.factory.ts';
import { isLocalPath } from '../outbox.rules.ts';
import { notify } from './notices.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

test('a notice reaches its person live, and counts until it is read', async () => {
  const actor = await buildSeated(world);
  const heard = new Promise((resolve) => world.parts.bus.on(`user:${actor.userId}`, resolve));
  const ctx = world.ctx(actor);
  await ctx.db.write((tx) =>
    notify(ctx, tx, {
      userId: actor.userId,
      accountId: actor.accountId,
      kind: 'roomShared',
      data: { room: 'Physics' },
      link: '/rooms/my-rooms',
    }),
  );
  expect(await heard).toMatchObject({ kind: 'notice', data: { notice: 'roomShared' } });
  const { notices } = world.api(actor);
  expect(await notices.list({ query: {} })).toMatchObject({
    unread: 1,
    total: 1,
    items: [{ kind: 'roomShared', data: { room: 'Physics' }, link: '/rooms/my-rooms', readAt: null }],
  });
  const { items } = await notices.list({ query: { unread: 'yes' } });
  expect(await notices.markRead({ body: { ids: items.map((one) => one.id) } })).toEqual({ unread: 0 });
  expect(await notices.count()).toEqual({ unread: 0 });
  expect((await notices.list({ query: { unread: 'no' } })).total).toBe(1);
});

test('notices come in pages, newest first, and all can be marked at once', async () => {
  const actor = await buildSeated(world);
  const ctx = world.ctx(actor);
  for (let n = 0; n < 5; n++)
    await ctx.db.write((tx) => notify(ctx, tx, { userId: actor.userId, accountId: actor.accountId, kind: 'test', data: { n } }));
  const { notices } = world.api(actor);
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await notices.list({ query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } });
    seen.push(...page.items.map((one) => one.data['n']));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
  expect(await notices.markRead({ body: {} })).toEqual({ unread: 0 });
});

test("nobody sees or marks somebody else's notices, not even a colleague's", async () => {
  const actor = await buildSeated(world);
  const colleague = await buildSeated(world, { accountId: actor.accountId });
  const stranger = await buildSeated(world);
  const ctx = world.ctx();
  await ctx.system.write((tx) => notify(ctx, tx, { userId: actor.userId, accountId: actor.accountId, kind: 'private' }));
  const [notice] = (await world.api(actor).notices.list({ query: {} })).items;
  for (const other of [colleague, stranger]) {
    expect((await world.api(other).notices.list({ query: {} })).total).toBe(0);
    await world.api(other).notices.markRead({ body: { ids: [notice?.id ?? ''] } });
  }
  expect(await world.api(actor).notices.count()).toEqual({ unread: 1 });
  const { notices } = world.api();
  expect(await Promise.all([notices.list({ query: {} }), notices.count(), notices.markRead({ body: {} })].map(codeOf))).toEqual([
    'not_signed_in',
    'not_signed_in',
    'not_signed_in',
  ]);
});

test('the second wall keeps a notice of another account from being written or read', async () => {
  const actor = await buildSeated(world);
  const stranger = await buildSeated(world);
  const ctx = world.ctx(stranger);
  await expect(
    ctx.db.write((tx) => notify(ctx, tx, { userId: actor.userId, accountId: actor.accountId, kind: 'forged' })),
  ).rejects.toThrow();
});

test('a notice leads only to a path of this site', async () => {
  const actor = await buildSeated(world);
  const ctx = world.ctx(actor);
  for (const link of ['https://evil.example', '//evil.example', '/\\evil.example', 'rooms']) {
    await expect(
      ctx.db.write((tx) => notify(ctx, tx, { userId: actor.userId, accountId: actor.accountId, kind: 'test', link })),
    ).rejects.toThrow(/path of this site/);
  }
  fc.assert(
    fc.property(
      fc.webUrl(),
      fc.string({ maxLength: 20 }),
      (url, text) => !isLocalPath(url) && (!isLocalPath(text) || new URL(text, 'https://here.example').host === 'here.example'),
    ),
  );
});
