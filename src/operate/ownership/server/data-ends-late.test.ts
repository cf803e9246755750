/** What comes late: a longer setting after the notices or the closing, and a hold or money while the erasure waits for servers. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildRecording, buildRecordingServer } from '#meet/recordings/server/recordings.factory.ts';
import { ends, lookDaily, threeEnded } from './data-ends.factory.ts';
import { endData } from './data-ends.service.ts';
import { eraseDue } from './erase.service.ts';
import { buildAccountOwner, codeOf, day, nameOf, proven } from './ownership.factory.ts';

const place = await threeEnded();
const { world, shop } = place;
afterAll(() => world.close());
const [ana, ben, cleo] = place.three;
const { read } = world.ctx().system;
const keeper = () => world.api(shop.operator).dataEnds;
const params = (who: UserActor) => ({ params: { id: who.accountId } });
const setDays = async (days: number) => {
  const { version } = (await world.api(shop.operator).platform.get()).endedData;
  return world.api(shop.operator).platform.update({ body: { endedData: { days, version } } });
};
const state = async (who: UserActor) =>
  (await read.execute(sql`select state from accounts where id = ${who.accountId}`)).rows[0]?.['state'];
const words = async (who: UserActor, word: string) =>
  (await templatesTo(world, who.email)).filter((one) => one === `ownership.${word}`).length;
const closings = async (who: UserActor) =>
  (await read.execute(sql`select state from account_closings where account_id = ${who.accountId} order by id`)).rows.map(
    (row) => row['state'],
  );

test('a much longer setting stops what was begun; both words come anew, a month before the new day', async () => {
  await lookDaily(place, 31);
  await setDays(100);
  expect((await world.api(ana).dataEnds.mine()).closeAt).toBeNull();
  await lookDaily(place, 38);
  expect([await ends(place, ana), await words(ana, 'dataEnding'), await words(ana, 'dataLast')]).toEqual([
    ['stopped later'],
    1,
    0,
  ]);
  await lookDaily(place, 1);
  expect([await ends(place, ana), await words(ana, 'dataEnding')]).toEqual([['stopped later', 'warned'], 2]);
});

test('one that is a little longer moves the day, also after the last word', async () => {
  await lookDaily(place, 24);
  expect(await words(ana, 'dataLast')).toBe(1);
  await setDays(105);
  await lookDaily(place, 10);
  expect(await ends(place, ana)).toEqual(['stopped later', 'warned']);
  await lookDaily(place, 1);
  expect([await ends(place, ana), await state(ana)]).toEqual([['stopped later', 'closing'], 'closed']);
});

test('kept for ever opens what was closed by itself, and nothing of it is erased', async () => {
  await setDays(0);
  world.clock.advance(31 * day);
  await eraseDue(world.ctx());
  expect(await nameOf(world, ana.accountId)).not.toBe('');
  await endData(world.ctx());
  expect([await ends(place, ana), await state(ana)]).toEqual([['stopped later', 'stopped off'], 'active']);
});

/** Closed, its grace over, and its erasure begun: a recording lies on a server that does not answer. */
async function waitsForServer(of: UserActor[]): Promise<void> {
  const server = await buildRecordingServer(world);
  server.mood = 'deaf';
  for (const who of of) await buildRecording(world, who, { serverId: server.row.id });
  world.clock.advance(31 * day);
  await eraseDue(world.ctx());
}

test('a hold works while the erasure waits for servers, says what is gone, and is stopped by nothing but its end', async () => {
  await setDays(60);
  await lookDaily(place, 62);
  expect(await state(ben)).toBe('closed');
  await waitsForServer([ben, cleo]);
  expect(await closings(ben)).toEqual(['undone', 'erasing']);
  const held = await keeper().hold({ ...params(ben), body: { reason: 'A court asks for it' } });
  expect([held.stage, held.gone?.recordings, held.past[0]?.why]).toEqual(['held', 1, 'hold']);
  expect([await state(ben), await closings(ben)]).toEqual(['active', ['undone', 'undone']]);
  world.clock.advance(20 * day);
  await eraseDue(world.ctx());
  expect(await nameOf(world, ben.accountId)).not.toBe('');
});

test('without a hold it goes on when the servers had their time; the receipt counts the recordings', async () => {
  expect((await keeper().get(params(cleo))).gone).toBeNull();
  expect(await nameOf(world, cleo.accountId)).toBe('');
  const [row] = (
    await read.execute(sql`select receipt from account_closings where account_id = ${cleo.accountId} and state = 'erased'`)
  ).rows;
  expect(row?.['receipt']).toMatchObject({ recordings: 1 });
});

test('money that comes then opens it again', async () => {
  await keeper().release(params(ben));
  await lookDaily(place, 62);
  await waitsForServer([ben]);
  expect((await closings(ben)).at(-1)).toBe('erasing');
  await read.execute(sql`insert into balance_entries (id, account_id, seller_id, currency, amount, cause, at)
    values (${newId()}, ${ben.accountId}, ${shop.operator.accountId}, 'EUR', 100, 'given', now())`);
  world.clock.advance(20 * day);
  await eraseDue(world.ctx());
  await endData(world.ctx());
  expect([await state(ben), (await ends(place, ben)).at(-1)]).toEqual(['active', 'stopped money']);
});

test('one that its owner closed waits while it is held, also in the middle of its erasure', async () => {
  const who = await proven(world, await buildAccountOwner(world));
  expect(await codeOf(world.api(who).ownership.close({ body: { name: await nameOf(world, who.accountId) } }))).toBe('fine');
  await waitsForServer([who]);
  const held = await keeper().hold({ ...params(who), body: { reason: 'A court asks for it' } });
  expect([held.gone?.recordings, await closings(who)]).toEqual([1, ['erasing']]);
  world.clock.advance(20 * day);
  await eraseDue(world.ctx());
  expect(await nameOf(world, who.accountId)).not.toBe('');
  await keeper().release(params(who));
  await eraseDue(world.ctx());
  expect(await nameOf(world, who.accountId)).toBe('');
});
