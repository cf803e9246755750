/** Requests with an `Idempotency-Key` whose process dies on the way: the repeat must neither do them twice nor lose them. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { once } from '#kit/server/http/repeats.ts';
import { newId } from '#kit/server/ids.ts';
import { worldForThisTest } from './testing.ts';

const never = new Promise<never>(() => undefined);

async function stage() {
  const world = await worldForThisTest();
  const { actor } = await buildActor(world);
  const request = { key: newId(), method: 'POST', url: '/api/rooms', body: { name: 'Maths' } };
  const rename = (ctx: Ctx, name: string) =>
    ctx.db.write(
      async (tx) => void (await tx.execute(sql`update accounts set name = name || ${name} where id = ${actor.accountId}`)),
    );
  const name = async () =>
    (await world.ctx().system.read.execute(sql`select name from accounts where id = ${actor.accountId}`)).rows[0]?.['name'];
  await world.ctx().system.write((tx) => tx.execute(sql`update accounts set name = '' where id = ${actor.accountId}`));
  const ask = (act: (ctx: Ctx) => Promise<unknown>) =>
    once(world.ctx(actor), request, async (ctx) => ({ status: 200, body: String(await act(ctx)) }));
  /** Begins, and dies where `act` never goes on. */
  const dies = async (act: (ctx: Ctx, dead: () => void) => Promise<unknown>) => {
    const at = Promise.withResolvers<void>();
    const answer = ask((ctx) => act(ctx, at.resolve));
    await at.promise;
    return { answer };
  };
  return { world, rename, name, ask, dies };
}

test('a request is never carried out twice when its process died after the transaction: repeats fail with a clear code', async () => {
  const { world, rename, name, ask, dies } = await stage();
  await dies(async (ctx, dead) => {
    await rename(ctx, 'a');
    dead();
    await never;
  });
  const again = () => ask((ctx) => rename(ctx, 'b'));
  await expect(again()).rejects.toMatchObject({ code: 'repeat_running', data: { seconds: 1 } });
  world.clock.advance(61_000);
  await expect(again()).rejects.toMatchObject({ code: 'repeat_unanswered' });
  expect(await name()).toBe('a');
});

test('when the process died before its transaction, the repeat carries the request out, and the first attempt can no longer commit', async () => {
  const { world, rename, name, ask, dies } = await stage();
  const wakes = Promise.withResolvers<void>();
  const { answer } = await dies(async (ctx, dead) => {
    dead();
    await wakes.promise;
    await rename(ctx, 'late');
  });
  world.clock.advance(61_000);
  await ask((ctx) => rename(ctx, 'b'));
  wakes.resolve();
  await expect(answer).rejects.toMatchObject({ code: 'repeat_running' });
  expect(await ask(() => never)).toMatchObject({ again: true });
  expect(await name()).toBe('b');
});

test('an unexpected error allows a retry only when nothing was committed', async () => {
  const { world, rename, name, ask } = await stage();
  const fails = async () => {
    throw new Error('lost');
  };
  await expect(ask(fails)).rejects.toThrow('lost');
  await expect(ask((ctx) => rename(ctx, 'a').then(fails))).rejects.toThrow('lost');
  world.clock.advance(61_000);
  await expect(ask((ctx) => rename(ctx, 'b'))).rejects.toMatchObject({ code: 'repeat_unanswered' });
  expect(await name()).toBe('a');
});
