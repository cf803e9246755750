/** A meeting that is moved and moved back within seconds is mailed to nobody. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { inviteGuest, openGuestWorld } from './guest-words.factory.ts';

let world: Awaited<ReturnType<typeof openGuestWorld>>;
beforeAll(async () => {
  world = await openGuestWorld();
});
afterAll(() => world.close());

const quietSeconds = 20;
async function invited() {
  const guest = await inviteGuest(world);
  const calls = world.api(guest.owner).schedule;
  const params = { id: guest.series.id };
  const current = (recurrence?: string) => calls.get({ params, query: recurrence === undefined ? {} : { recurrence } });
  const move = async (scope: 'this' | 'all', { recurrence, ...time }: { recurrence?: string; start: string; title?: string }) => {
    const now = await current(recurrence);
    return calls.change({ params, body: { version: now.version, recurrence: now.recurrence, scope, quietSeconds, ...time } });
  };
  const mails = async () => (await mailsTo(world, guest.email)).filter(({ template }) => template !== 'schedule.first');
  const later = async () => {
    world.clock.advance(quietSeconds * 1_000);
    await world.runJobs();
  };
  return { ...guest, current, move, mails, later };
}

test('a series that is moved and moved back is mailed to nobody', async () => {
  const { move, mails, later } = await invited();
  await move('all', { start: '2030-12-02T19:00' });
  await world.runJobs();
  expect(await mails()).toEqual([]);
  await move('all', { start: '2030-12-02T18:00' });
  await later();
  expect(await mails()).toEqual([]);
});

test('a new time that stays is mailed once, also after several moves', async () => {
  const { move, mails, later } = await invited();
  await move('all', { start: '2030-12-02T19:00' });
  await move('all', { start: '2030-12-02T20:15' });
  await later();
  const texts = (await mails()).map(({ bodyText }) => bodyText ?? '');
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(/8:15.PM/);
});

test('one date that is moved back is again as its series has it, and nobody is mailed', async () => {
  const { move, mails, later, current } = await invited();
  const recurrence = '2030-12-09T18:00';
  expect(await move('this', { recurrence, start: '2030-12-10T18:00' })).toMatchObject({ changed: true });
  expect(await move('this', { recurrence, start: recurrence })).toMatchObject({ changed: false, start: recurrence });
  await later();
  expect(await mails()).toEqual([]);
  await move('this', { recurrence, start: '2030-12-11T18:00' });
  await later();
  expect(await mails()).toHaveLength(1);
  expect(await current(recurrence)).toMatchObject({ changed: true, start: '2030-12-11T18:00' });
});

test('a change of more than the time is mailed at once', async () => {
  const { move, mails } = await invited();
  await move('all', { start: '2030-12-02T19:00', title: 'Evening for parents' });
  expect(await mails()).toHaveLength(1);
});
