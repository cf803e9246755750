/** What the operator tells a bank: proof from what is known here, once and in time, kept until the card provider has it. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { Json } from '../../../../e2e/card-provider/store.ts';
import { buildReseller } from '#sales/resale/server/resale.factory.ts';
import type { DisputeProof } from '../disputes.contract.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, hear, intentOf, paymentIn } from './card-world.factory.ts';
import { resendAnswers } from './dispute-answers.service.ts';
import { remindOfDisputes } from './dispute-mail.service.ts';
import { reconcileDisputes } from './disputes.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterEach(() => {
  Object.assign(card.fake.switches, { cut: null, failing: 0, stall: null, drop: false });
});
afterAll(() => card.close());

const total = 3451;
const DAY = 86_400_000;
/** Of the shop. */
const email = 'billing@atrium.example';
const keeper = () => card.world.api(card.shop.operator);
/** A payment that a bank asks about. */
const disputed = async () => {
  const buyer = await buildBuyer(card.world);
  const invoice = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  const ref = card.fake.dispute(intentOf(card, invoice));
  await hear(card);
  const { items } = await keeper().allPayments.list({ query: { accountId: buyer.accountId } });
  return { buyer, invoice, ref, params: { id: items[0]?.id ?? '' } };
};
const proof = (more: Partial<DisputeProof> = {}): DisputeProof => ({
  ...{
    product: 'Meeting rooms',
    name: 'Nordlicht Schule',
    email: '',
    address: '',
    period: '',
    activity: '',
    other: 'They used it',
  },
  document: 'invoice',
  ...more,
});
const see = (params: { id: string }) => keeper().allPayments.get({ params });
const kinds = async (params: { id: string }) => (await see(params)).timeline.map((one) => one.kind);
const atProvider = (ref: string): { [name: string]: Json } => card.fake.things.get(ref) ?? {};
/** Until when the provider takes proof, epoch ms. */
const dueAt = (ref: string, at: number) => {
  const details = atProvider(ref)['evidence_details'];
  if (typeof details === 'object' && details !== null) Object.assign(details, { due_by: Math.floor(at / 1000), past_due: false });
};
const files = () => [...card.fake.things.values()].filter((one) => one.object === 'file');
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

test('proof is proposed from the invoice, the sign-ins and the meetings', async () => {
  const { buyer, params, invoice } = await disputed();
  const ctx = card.world.ctx();
  await ctx.system.write(async (tx) => {
    await tx.execute(sql`insert into sessions (id, user_id, account_id, address, agent, created_at, expires_at, way)
      select gen_random_uuid(), ${buyer.userId}, ${buyer.accountId}, '203.0.113.7', 'test', now() - interval '2 days', now() + interval '9 days', 'password'`);
    await tx.execute(sql`insert into usage_days (account_id, day, zone, from_at, until_at, meetings, people, seconds, peak, storage_bytes, counted_at)
      values (${buyer.accountId}, current_date - 1, 'UTC', now() - interval '1 day', now(), 4, 23, 18720, 9, 0, now())`);
  });
  const { texts, document } = await keeper().disputes.propose({ params });
  const { number } = await keeper().allInvoices.get({ params: { id: invoice } });
  expect(document).toBe('invoice');
  expect(texts).toMatchObject({ name: 'Nordlicht Schule', email: buyer.email, address: 'Lindenallee 14, 22087 Hamburg, DE' });
  expect(texts.product).toContain(`Invoice ${number}`);
  expect(texts.product).toContain('Team 60');
  expect(texts.period).toMatch(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
  expect(texts.activity).toMatch(/203\.0\.113\.7 {2}1\n/);
  expect(texts.activity).toContain('4 meetings, 23 people, 312 minutes of presence');
  expect(texts.other).toContain('on the page of the card provider');
});

test('proof goes out once with the invoice, is seen in the drawer, and what the bank decides follows', async () => {
  const { buyer, params, ref } = await disputed();
  expect((await see(params)).rights.answer).toBe(true);
  const after = await keeper().disputes.answer({ params, body: proof() });
  expect(after).toMatchObject({
    disputeAnswer: { kind: 'proof', state: 'sending', document: 'invoice' },
    rights: { answer: false },
  });
  await card.world.runJobs();
  expect(atProvider(ref)).toMatchObject({
    status: 'under_review',
    evidence: { product_description: 'Meeting rooms', customer_name: 'Nordlicht Schule', customer_email_address: null },
    evidence_details: { submission_count: 1 },
  });
  expect(files().at(-1)).toMatchObject({ type: 'pdf', purpose: 'dispute_evidence', id: evidenceOf(ref)['receipt'] });
  await hear(card);
  const sent = await see(params);
  expect(sent.disputeAnswer).toMatchObject({ state: 'sent', texts: { other: 'They used it' } });
  expect(sent.disputeAnsweredAt).not.toBeNull();
  expect(await codeOf(keeper().disputes.answer({ params, body: proof() }))).toBe('dispute_answered');
  expect(await codeOf(keeper().disputes.accept({ params }))).toBe('dispute_answered');
  card.fake.closeDispute(ref, 'won');
  await hear(card);
  expect(await kinds(params)).toEqual(
    expect.arrayContaining(['payment.dispute_proof', 'payment.dispute_sent', 'payment.dispute_won']),
  );
  expect(await kinds(params)).not.toContain('payment.dispute_sent_elsewhere');
  const { items } = await keeper().audit.list({ query: { limit: 100 } });
  expect(items.map((one) => one.action)).toContain('billing.dispute-answered');
  // what the seller says to a bank is not its payer's to read
  const own = await card.world.api(buyer).payments.get({ params });
  expect([own.disputeAnswer, own.disputeAnsweredAt, own.rights.answer]).toEqual([null, null, false]);
  expect(own.timeline.map((one) => one.kind).filter((kind) => kind.startsWith('payment.dispute_'))).toEqual([
    'payment.dispute_won',
  ]);
});
const evidenceOf = (ref: string): { [name: string]: Json } => {
  const { evidence } = atProvider(ref);
  return typeof evidence === 'object' && evidence !== null && !Array.isArray(evidence) ? evidence : {};
};

test('giving in takes the payment back, and its invoice is due again', async () => {
  const { params, invoice, ref } = await disputed();
  await keeper().disputes.accept({ params });
  await hear(card);
  expect(atProvider(ref)['status']).toBe('lost');
  expect(await see(params)).toMatchObject({
    state: 'reversed',
    takenBack: total,
    dispute: { state: 'lost' },
    rights: { answer: false },
  });
  expect(await keeper().allInvoices.get({ params: { id: invoice } })).toMatchObject({ state: 'open', remaining: total });
  expect(await codeOf(keeper().disputes.accept({ params }))).toBe('wrong_state');
  expect(await codeOf(keeper().disputes.propose({ params }))).toBe('wrong_state');
});

test.each(['failing', 'cut', 'received'] as const)(
  'a provider that is gone (%s) loses nothing, and is told once',
  async (how) => {
    const { params, ref } = await disputed();
    const before = files().length;
    await keeper().disputes.answer({ params, body: proof() });
    if (how === 'failing') card.fake.switches.failing = 20;
    else card.fake.switches.cut = how === 'cut' ? 'done' : 'received';
    await card.world.runJobs().catch(() => undefined);
    card.fake.switches.failing = 0;
    expect((await see(params)).disputeAnswer?.state === 'sending' || atProvider(ref)['status'] === 'under_review').toBe(true);
    card.world.clock.advance(20 * 60_000);
    await resendAnswers(card.world.ctx());
    await hear(card);
    expect((await see(params)).disputeAnswer).toMatchObject({ state: 'sent' });
    expect(atProvider(ref)['evidence_details']).toMatchObject({ submission_count: 1 });
    expect(files().length).toBe(before + 1);
  },
);

test('what was told before the answer was lost for days is taken as told', async () => {
  const { params, ref } = await disputed();
  await keeper().disputes.answer({ params, body: proof({ document: 'none' }) });
  // it arrived, by a key that the provider has forgotten since
  const by = { authorization: `Bearer ${card.fake.key}`, 'content-type': 'application/x-www-form-urlencoded' };
  await fetch(`${card.fake.url}/v1/disputes/${ref}`, {
    method: 'POST',
    headers: by,
    body: new URLSearchParams({ 'evidence[customer_name]': 'Nordlicht Schule' }),
  });
  await card.world.runJobs();
  expect((await see(params)).disputeAnswer).toMatchObject({ state: 'sent' });
});

test('too late is refused here, and what the provider calls too late is told by mail and may be said again', async () => {
  const { params, ref } = await disputed();
  await keeper().disputes.answer({ params, body: proof() });
  dueAt(ref, 1000);
  await card.world.runJobs();
  expect((await see(params)).disputeAnswer).toMatchObject({ state: 'refused' });
  expect(await templatesTo(card.world, email)).toContain('billing.disputeRefused');
  expect(await kinds(params)).toContain('payment.dispute_refused');
  // the provider says until when, and that is believed
  expect(await codeOf(keeper().disputes.answer({ params, body: proof() }))).toBe('dispute_too_late');
  dueAt(ref, card.world.clock.now() + 9 * DAY);
  card.world.clock.advance(7 * 3_600_000);
  await reconcileDisputes(card.world.ctx(), (id) => paymentIn(card, id));
  await keeper().disputes.answer({ params, body: proof({ other: 'Once more' }) });
  await card.world.runJobs();
  expect((await see(params)).disputeAnswer).toMatchObject({ state: 'sent', texts: { other: 'Once more' } });
  const other = await disputed();
  card.world.clock.advance(8 * DAY);
  expect(await codeOf(keeper().disputes.answer({ params: other.params, body: proof() }))).toBe('dispute_too_late');
  expect((await see(other.params)).rights.answer).toBe(false);
});

test('what somebody answered at the provider itself is known, and not said a second time', async () => {
  const { params, ref } = await disputed();
  const by = { authorization: `Bearer ${card.fake.key}`, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ 'evidence[uncategorized_text]': 'By hand' });
  await fetch(`${card.fake.url}/v1/disputes/${ref}`, { method: 'POST', headers: by, body });
  await hear(card);
  expect(await see(params)).toMatchObject({ disputeAnswer: null, rights: { answer: false } });
  expect(await kinds(params)).toContain('payment.dispute_sent_elsewhere');
  expect(await codeOf(keeper().disputes.answer({ params, body: proof() }))).toBe('dispute_answered');
});

test('the operator is reminded once, some days before the end, and not of what was answered', async () => {
  const mails = async () => (await templatesTo(card.world, email)).filter((name) => name === 'billing.disputeDue').length;
  const [quiet, answered] = [await disputed(), await disputed()];
  await keeper().disputes.answer({ params: answered.params, body: proof() });
  await card.world.runJobs();
  const before = await mails();
  await remindOfDisputes(card.world.ctx());
  expect(await mails()).toBe(before);
  card.world.clock.advance(5 * DAY);
  for (let turn = 0; turn < 2; turn += 1) await remindOfDisputes(card.world.ctx());
  expect(await mails()).toBe(before + 1);
  expect(await kinds(quiet.params)).toContain('payment.dispute_reminded');
});

test('neither a customer, nor a vendor, nor somebody without the permission, nor nobody says anything to a bank', async () => {
  const { buyer, params } = await disputed();
  const vendor = await buildReseller(card.world, card.shop, { model: 'wholesale' });
  const stranger = { id: '01930000-0000-7000-8000-000000000001' };
  const calls = (who: UserActor | undefined, of = params) => {
    const { disputes } = card.world.api(who);
    return [disputes.propose({ params: of }), disputes.answer({ params: of, body: proof() }), disputes.accept({ params: of })];
  };
  const codes = (asked: Promise<unknown>[]) => Promise.all(asked.map(codeOf));
  const all = (code: string) => [code, code, code];
  expect(await codes(calls(buyer))).toEqual(all('not_found'));
  expect(await codes(calls(vendor))).toEqual(all('not_found'));
  expect(await codes(calls({ ...card.shop.operator, scope: [] }))).toEqual(all('not_allowed'));
  expect(await codes(calls(undefined))).toEqual(all('not_signed_in'));
  expect(await codes(calls(card.shop.operator, stranger))).toEqual(all('not_found'));
  expect((await see(params)).disputeAnswer).toBeNull();
});

test('nothing at all, and too much, is not sent', async () => {
  const { params } = await disputed();
  const empty = { product: '', name: '', email: '', address: '', period: '', activity: '', other: '' };
  expect(await codeOf(keeper().disputes.answer({ params, body: { ...empty, document: 'none' } }))).toBe('invalid_input');
  expect(await codeOf(keeper().disputes.answer({ params, body: proof({ other: 'x'.repeat(20_001) }) }))).toBe('invalid_input');
  expect(await codeOf(keeper().disputes.answer({ params, body: proof({ name: 'x'.repeat(501) }) }))).toBe('invalid_input');
});

test('two at once are one answer', async () => {
  const { params } = await disputed();
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(keeper().disputes.answer({ params, body: proof() }))));
  expect(codes.sort()).toEqual(['dispute_answered', 'dispute_answered', 'done']);
});
