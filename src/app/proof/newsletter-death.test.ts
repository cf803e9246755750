/** Two worker processes send one campaign, and one is killed in the middle. Nobody is left out, and nobody is written to twice. */
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { getCampaign } from '#publish/newsletter/server/campaigns.service.ts';
import { buildCampaign, buildList, buildSubscriber } from '#publish/newsletter/server/newsletter.factory.ts';
import { openMailServer } from '#publish/newsletter/server/mail-server.factory.ts';
import { stepCampaign } from '#publish/newsletter/server/sending.service.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { emptyFolder, type Run, run } from './start.factory.ts';
import { masterKey, type World, worldForThisTest } from './testing.ts';

const readers = 150;

async function startWorker(world: World, smtpUrl: string): Promise<Run> {
  const worker = run({
    ...{ PROCESSES: 'worker', ENGINE: 'off', FIRST_RUN_LINK: 'off', PORT: '0', DATABASE_CONNECTIONS: '4' },
    ...{ DATABASE_URL: world.ownerUrl, DATABASE_ROLES: world.parts.config.databaseRoles, MASTER_KEY: masterKey },
    ...{ DATA_DIR: emptyFolder(), SMTP_URL: smtpUrl, MAIL_FROM: 'news@meet.example', PUBLIC_URL: 'http://localhost:3000' },
  });
  await worker.hears(/is ready/);
  return worker;
}

test('a campaign that is killed in the middle reaches everybody once', async () => {
  // slow enough that each kill falls among mails that wait, are sent and are noted
  const smtp = await openMailServer(20);
  onTestFinished(() => smtp.close());
  const world = await worldForThisTest({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'news@meet.example' } });
  const { actor } = await buildOperator(world);
  const editor = world.ctx(actor);
  const listId = await buildList(editor);
  for (let n = 0; n < readers; n++) await buildSubscriber(world.ctx(), { lists: [listId] });
  const id = await buildCampaign(editor, { listId });
  const { revision } = await world.api(actor).newsletterCampaigns.edit({
    params: { id },
    body: { revision: (await getCampaign(editor, id)).revision, perMinute: 600 },
  });
  await stepCampaign(editor, { id, body: { revision, action: 'schedule' } });
  const workers = [await startWorker(world, smtp.url), await startWorker(world, smtp.url)];
  const mailsTaken = () =>
    smtp.taken.filter(
      ({ mail }) => mail.subject === 'What is new' && mail.headers.some((header) => header.key === 'list-unsubscribe'),
    );
  await expect.poll(() => mailsTaken().length, { timeout: 120_000, interval: 20 }).toBeGreaterThan(30);
  const [victim] = workers;
  if (victim === undefined) throw new Error('there is no worker');
  const ended = once(victim.child, 'exit');
  victim.child.kill('SIGKILL');
  await ended;
  await expect.poll(async () => (await getCampaign(editor, id)).state, { timeout: 180_000, interval: 500 }).toBe('sent');
  // a mail that the killed process held goes out once its claim is over, which would take three minutes
  const { read } = world.ctx().system;
  await read.execute(sql`update outbox_mails set claimed_until = now() where state = 'queued' and about_id = ${id}`);
  await expect.poll(async () => (await getCampaign(editor, id)).delivered, { timeout: 300_000, interval: 500 }).toBe(readers);
  const written = await read.execute<{ n: number; people: number }>(sql`
    select count(*)::int as n, count(distinct recipient)::int as people from outbox_mails where about_id = ${id}`);
  expect(written.rows).toEqual([{ n: readers, people: readers }]);
  const taken = mailsTaken();
  const recipients = new Set(taken.map(({ mail }) => mail.to?.[0]?.address));
  expect(recipients.size).toBe(readers);
  // only a mail whose process died between the server's answer and its note comes again, and under the same Message-ID
  expect(new Set(taken.map(({ mail }) => mail.messageId)).size).toBe(readers);
  expect(taken.length - readers).toBeLessThanOrEqual(3);
}, 900_000);
