/** Many changes of a meeting are few mails, and the last change is among them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { inviteGuest, openGuestWorld } from './guest-words.factory.ts';
import { tellHeldNews } from './held-news.service.ts';

let world: Awaited<ReturnType<typeof openGuestWorld>>;
beforeAll(async () => {
  world = await openGuestWorld();
});
afterAll(() => world.close());
const { direct, holdSeconds } = scheduleLimits.changeMails;

async function changedOften() {
  const { owner, email, series, invitee } = await inviteGuest(world);
  const calls = world.api(owner).schedule;
  const current = () => calls.get({ params: { id: series.id } });
  const change = async (minute: number) => {
    const { version, recurrence } = await current();
    const start = `2030-12-02T18:${String(minute).padStart(2, '0')}`;
    await calls.change({ params: { id: series.id }, body: { version, recurrence, scope: 'all', start } });
  };
  const mails = async () => (await mailsTo(world, email)).filter(({ template }) => template !== 'schedule.first');
  for (let minute = 1; minute <= direct + 4; minute++) await change(minute);
  return { calls, current, change, mails, email, series, invitee };
}

test('an invitee gets the first changes of an hour at once, and the last of the others in one mail', async () => {
  const { mails, change, email, invitee } = await changedOften();
  await world.runJobs();
  expect(await mails()).toHaveLength(direct);
  await change(30);
  world.clock.advance(holdSeconds * 1_000);
  await world.runJobs();
  const texts = (await mails()).map(({ bodyText }) => bodyText ?? '');
  expect(texts).toHaveLength(direct + 1);
  expect(texts.filter((text) => /6:30.PM/.test(text))).toHaveLength(1);
  // a job that runs twice tells once
  await tellHeldNews(world.ctx(), { id: invitee.id });
  expect(await mailsTo(world, email)).toHaveLength(direct + 2);
  world.clock.advance(3_600_000);
  await change(40);
  expect(await mails()).toHaveLength(direct + 2);
});

test('a cancellation is mailed at once, and no later change follows it', async () => {
  const { calls, current, series, mails } = await changedOften();
  const { version, recurrence } = await current();
  await calls.cancel({ params: { id: series.id }, body: { version, recurrence, scope: 'all' } });
  const before = await mails();
  expect(before.filter(({ template }) => template === 'schedule.firstCancelled')).toHaveLength(1);
  world.clock.advance(holdSeconds * 1_000);
  await world.runJobs();
  expect(await mails()).toHaveLength(before.length);
});
