/** What mail that comes in does to subscribers. */
import { sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';
import { afterAll, expect, test } from 'vitest';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { plainMessage, postfixReport } from '#core/inbound/server/inbound.factory.ts';
import { takeMessage } from '#core/inbound/server/take-message.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import { signLink } from './links.service.ts';
import { buildCampaign, buildList, buildSubscriber } from './newsletter.factory.ts';
import { openMailServer } from './mail-server.factory.ts';
import { getCampaign } from './campaigns.service.ts';
import { subscriberById, subscriptionsOf } from './subscribers.queries.ts';

const smtp = await openMailServer();
const world = await testWorld({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'news@meet.example', INBOUND_ADDRESS: 'mail@replies.example.com' },
});
afterAll(async () => {
  await world.close();
  await smtp.close();
});
const operator = await buildOperator(world);
const editor = () => world.ctx(operator.actor);
const { read } = world.ctx().system;
const addressOf = (kind: 'bounce' | 'unsubscribe', id: string) => returnAddress(world.ctx(), { kind, id }) ?? '';
async function receive(recipient: string, raw: Buffer): Promise<void> {
  await takeMessage(world.ctx(), { raw, recipient, via: 'smtp' });
  await world.runJobs();
}
const listsOf = async (id: string, state: string) =>
  (await subscriptionsOf(read, [id])).filter((one) => one.state === state).map((one) => one.listId);

test('a mail of a campaign that bounces suppresses its subscriber, and its way out by mail leaves its list', async () => {
  const [listId, other] = [await buildList(editor()), await buildList(editor())];
  const people = [
    await buildSubscriber(world.ctx(), { lists: [listId] }),
    await buildSubscriber(world.ctx(), { lists: [listId, other] }),
  ];
  const campaign = await buildCampaign(editor(), { listId });
  await world.runJobs();
  smtp.taken.splice(0);
  const { revision } = await getCampaign(editor(), campaign);
  await world.api(operator.actor).newsletterCampaigns.step({ params: { id: campaign }, body: { revision, action: 'schedule' } });
  await world.runJobs();
  const [bounced, leaving] = people;
  const { rows } = await read.execute<{ id: string }>(
    sql`select id from outbox_mails where about_id = ${campaign} and recipient = ${bounced?.email}`,
  );
  const to = addressOf('bounce', rows[0]?.id ?? '');
  await receive(to, postfixReport({ to }));
  expect((await subscriberById(read, bounced?.id ?? ''))?.state).toBe('bounced');
  const raw = smtp.taken.find(({ mail }) => mail.to?.[0]?.address === leaving?.email)?.raw ?? '';
  const [, address = '', subject = ''] = /<mailto:([^?]+)\?subject=([^>]+)>/.exec(raw) ?? [];
  expect(address).toBe(addressOf('unsubscribe', leaving?.id ?? ''));
  await receive(address, plainMessage(address, decodeURIComponent(subject)));
  expect(await listsOf(leaving?.id ?? '', 'unsubscribed')).toEqual([listId]);
  expect(await listsOf(leaving?.id ?? '', 'confirmed')).toEqual([other]);
  const [left] = await subscriptionsOf(read, [leaving?.id ?? '']).then((all) =>
    all.filter((one) => one.unsubscribedBy === 'mail'),
  );
  expect(left?.listId).toBe(listId);
  expect((await getCampaign(editor(), campaign)).unsubscribed).toBe(1);
});

test('without a token of the same subscriber all lists are left, and nobody else leaves any', async () => {
  const lists = [await buildList(editor()), await buildList(editor())];
  const [one, two] = [await buildSubscriber(world.ctx(), { lists }), await buildSubscriber(world.ctx(), { lists })];
  const foreign = signLink(world.ctx(), {
    ...{ kind: 'preferences', subscriberId: two.id, listId: lists[0] ?? null, campaignId: null, at: world.clock.now() },
  });
  const address = addressOf('unsubscribe', one.id);
  await receive(address, plainMessage(address, `unsubscribe ${foreign}`));
  expect((await listsOf(one.id, 'unsubscribed')).sort()).toEqual([...lists].sort());
  expect(await listsOf(two.id, 'unsubscribed')).toEqual([]);
});

test('a robot may leave in the name of its reader, and a mail about nobody is counted', async () => {
  const listId = await buildList(editor());
  const { id } = await buildSubscriber(world.ctx(), { lists: [listId] });
  const address = addressOf('unsubscribe', id);
  await receive(
    address,
    plainMessage(address, 'unsubscribe', ['Auto-Submitted: auto-generated', 'Precedence: bulk', 'Return-Path: <>']),
  );
  expect(await listsOf(id, 'unsubscribed')).toEqual([listId]);
  const gone = addressOf('unsubscribe', newId());
  await receive(gone, plainMessage(gone, 'unsubscribe'));
  const { rows } = await read.execute(sql`select state, reason from inbound_messages order by received_at desc, id desc limit 1`);
  expect(rows).toEqual([{ state: 'ignored', reason: 'unknown_mail' }]);
});
