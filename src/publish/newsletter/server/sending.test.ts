/** Campaigns over a real mail server: each subscriber once, nobody who left, at the pace that was set. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { sendQueued } from '#core/outbox/server/outbox.service.ts';
import { queueMails } from '#core/outbox/server/bulk-mail.service.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { writeCampaignText } from './campaigns.service.ts';
import { getCampaign } from './campaigns.service.ts';
import { readLink } from './links.service.ts';
import { bodyOf, buildCampaign, buildList, buildSubscriber } from './newsletter.factory.ts';
import { openMailServer } from './mail-server.factory.ts';
import { oneClick } from './unsubscribe.service.ts';
import { testCampaign } from './rendering.service.ts';
import { advanceCampaign, wakeStalled } from './sending.service.ts';
import { noteBounce } from './subscribers.service.ts';

const smtp = await openMailServer();
const world = await testWorld({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Atrium <news@meet.example>' } });
afterAll(async () => {
  await world.close();
  await smtp.close();
});
const operator = await buildOperator(world);
const editor = () => world.ctx(operator.actor);
const takenOf = (subject: string) => smtp.taken.filter(({ mail }) => mail.subject === subject);
const recipientsOf = (subject: string) =>
  takenOf(subject)
    .map(({ mail }) => mail.to?.[0]?.address ?? '')
    .sort();

async function step(id: string, action: 'schedule' | 'pause' | 'resume' | 'cancel', at?: number) {
  const { revision } = await getCampaign(editor(), id);
  const body = { revision, action, ...(at === undefined ? {} : { at }) };
  return world.api(operator.actor).newsletterCampaigns.step({ params: { id }, body });
}
/** A list with so many confirmed subscribers, and a campaign for them that was tested and its test delivered. */
async function stage(readers: number, perMinute = 6_000) {
  const listId = await buildList(editor());
  const subject = `Campaign ${newId()}`;
  const people: { id: string; email: string }[] = [];
  for (let n = 0; n < readers; n++) people.push(await buildSubscriber(world.ctx(), { lists: [listId] }));
  const id = await buildCampaign(editor(), { listId, subject });
  const { revision } = await getCampaign(editor(), id);
  await world.api(operator.actor).newsletterCampaigns.edit({ params: { id }, body: { revision, perMinute } });
  await world.runJobs();
  smtp.taken.splice(0);
  return { id, listId, subject, people, emails: people.map((one) => one.email).sort() };
}
/** Lets the clock run until the campaign is in that state. */
async function until(id: string, state: string): Promise<void> {
  for (let n = 0; n < 200; n++) {
    await world.runJobs();
    if ((await getCampaign(editor(), id)).state === state) return;
    world.clock.advance(5_000);
  }
  throw new Error(`the campaign did not come to be ${state}`);
}

test('each confirmed subscriber gets it once, in their language, with a way out on one line', async () => {
  const { id, listId, subject, people, emails } = await stage(3);
  const arabic = await buildSubscriber(world.ctx(), { lists: [listId], locale: 'ar' });
  for (const subscription of ['pending', 'unsubscribed'] as const)
    await buildSubscriber(world.ctx(), { lists: [listId], subscription });
  for (const state of ['bounced', 'complained', 'blocklisted'] as const)
    await buildSubscriber(world.ctx(), { lists: [listId], state });
  const body = { revision: null, subject: `${subject} ar`, preview: 'ملخص', body: bodyOf('مرحبا') };
  await writeCampaignText(editor(), { id, locale: 'ar', body });
  await testCampaign(editor(), id);
  await world.runJobs();
  smtp.taken.splice(0);
  await step(id, 'schedule');
  await until(id, 'sent');
  expect(recipientsOf(subject)).toEqual(emails);
  expect(recipientsOf(`${subject} ar`)).toEqual([arabic.email]);
  expect(smtp.taken).toHaveLength(4);
  expect(takenOf(`${subject} ar`)[0]?.mail.html).toContain('dir="rtl"');
  const [first] = takenOf(subject);
  const header = /^List-Unsubscribe: (.*)\r$/m.exec(first?.raw ?? '')?.[1] ?? '';
  const [, token = '', mailto = ''] =
    /^<http:\/\/localhost:3000\/newsletter\?preferences=([\w-]+)>, <mailto:news@meet\.example\?subject=unsubscribe%20([\w-]+)>$/.exec(
      header,
    ) ?? [];
  expect(mailto).toBe(token);
  expect(first?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const link = readLink(world.ctx(), token);
  expect(link).toMatchObject({ kind: 'preferences', listId, campaignId: id });
  expect(people.find((one) => one.id === link?.subscriberId)?.email).toBe(first?.mail.to?.[0]?.address);
  expect(first?.mail.text).toContain(token);
  expect(first?.mail.html).toContain(token);
  expect(first?.mail.text).toContain('Two things changed.');
  expect(first?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const detail = await getCampaign(editor(), id);
  expect(detail).toMatchObject({ recipients: 4, written: 4, skipped: 0, delivered: 4, failed: 0, waiting: 0 });
  await oneClick(world.ctx(), token);
  await oneClick(world.ctx(), token);
  expect((await getCampaign(editor(), id)).unsubscribed).toBe(1);
});

test('a campaign starts at its time and not before, and only for who was confirmed by then', async () => {
  const { id, listId, subject, emails } = await stage(1);
  await step(id, 'schedule', world.clock.now() + 3_600_000);
  await world.runJobs();
  expect((await getCampaign(editor(), id)).state).toBe('scheduled');
  world.clock.advance(3_600_000);
  await advanceCampaign(world.ctx(), { id });
  world.clock.advance(1_000);
  const late = await buildSubscriber(world.ctx(), { lists: [listId] });
  await until(id, 'sent');
  expect(recipientsOf(subject)).toEqual(emails);
  expect(recipientsOf(subject)).not.toContain(late.email);
});

test('pausing stops before the next batch; resuming leaves out nobody but who left or bounced meanwhile', async () => {
  const { id, subject, people, emails } = await stage(12, 60);
  await step(id, 'schedule');
  await world.runJobs();
  expect((await getCampaign(editor(), id)).written).toBe(5);
  await step(id, 'pause');
  world.clock.advance(3_600_000);
  await world.runJobs();
  expect(recipientsOf(subject)).toHaveLength(5);
  const waiting = people.filter((one) => !recipientsOf(subject).includes(one.email));
  const [bounced] = waiting;
  await noteBounce(world.ctx(), { email: bounced?.email ?? '', kind: 'hard' });
  await step(id, 'resume');
  await until(id, 'sent');
  expect(recipientsOf(subject)).toEqual(emails.filter((email) => email !== bounced?.email));
  expect(await getCampaign(editor(), id)).toMatchObject({ recipients: 12, written: 11, skipped: 1 });
});

test('the throttle holds, also with several workers on one campaign, and a lost job is made up for', async () => {
  const { id, subject, emails } = await stage(30, 120);
  await step(id, 'schedule');
  await world.runJobs();
  expect(recipientsOf(subject)).toHaveLength(10);
  const both = () => Promise.all([1, 2, 3, 4].map(() => advanceCampaign(world.ctx(), { id })));
  await both();
  world.clock.advance(5_000);
  await both();
  expect((await getCampaign(editor(), id)).written).toBe(20);
  await world.ctx().system.write((tx) => tx.execute(sql`delete from pgboss.job where name = 'newsletter.campaign'`));
  world.clock.advance(600_000);
  await world.runJobs();
  expect((await getCampaign(editor(), id)).written).toBe(20);
  expect(await wakeStalled(world.ctx())).toBe(1);
  await until(id, 'sent');
  expect(recipientsOf(subject)).toEqual(emails);
});

test('a step that dies before it is committed leaves nothing behind, and the next one does it whole', async () => {
  const { id, subject, emails } = await stage(8, 60);
  await step(id, 'schedule');
  for (const dies of [true, false, true, true, false, true]) {
    const ctx = world.ctx();
    const { write } = ctx.system;
    const dying: typeof write = (work) =>
      write(async (tx) => {
        await work(tx);
        throw new Error('killed');
      });
    const place = dies ? { ...ctx, system: { ...ctx.system, write: dying } } : ctx;
    await advanceCampaign(place, { id }).catch(() => undefined);
    world.clock.advance(5_000);
  }
  await until(id, 'sent');
  expect(recipientsOf(subject)).toEqual(emails);
});

test('a mail server that is slower than the throttle sets the pace', async () => {
  const { id } = await stage(30, 60);
  await step(id, 'schedule');
  // nothing is delivered meanwhile
  for (let n = 0; n < 10; n++) {
    await advanceCampaign(world.ctx(), { id });
    world.clock.advance(6_000);
  }
  expect((await getCampaign(editor(), id)).written).toBe(10);
  await step(id, 'cancel');
  await world.runJobs();
  expect((await getCampaign(editor(), id)).written).toBe(10);
});

test('a header that would not stay one line is never written, nor sent when a row holds one', async () => {
  const ctx = world.ctx();
  const mail = {
    ...{ template: 'newsletter.campaign', to: 'a@example.org', locale: 'en-US', subject: 'x', text: 'x', html: 'x' },
    ...{ onceKey: null, about: newId() },
  };
  for (const value of ['<https://x>\r\nBcc: b@example.org', '<https://x>\n', 'ü', 'x'.repeat(1_000), ''])
    await expect(
      ctx.system.write((tx) => queueMails(ctx, tx, [{ ...mail, headers: { 'List-Unsubscribe': value } }])),
    ).rejects.toThrow('cannot be written');
  await ctx.system.write((tx) => queueMails(ctx, tx, [{ ...mail, headers: {} }]));
  const { rows } = await ctx.system.read.execute<{ id: string }>(sql`
    update outbox_mails set headers = '{"Bcc": "b@example.org"}' where about_id = ${mail.about} returning id`);
  smtp.taken.splice(0);
  await sendQueued(ctx, { id: rows[0]?.id ?? '' }).catch(() => undefined);
  expect(smtp.taken).toEqual([]);
});
