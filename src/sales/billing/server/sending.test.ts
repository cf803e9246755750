/** An invoice that its seller mails again, to an address that its account is known by. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { MailWithText } from '#core/outbox/outbox.contract.ts';
import { openMail } from '#core/outbox/server/mail-text.service.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { SENDS_PER_HOUR } from '../sending.contract.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop);
const sending = (actor?: UserActor) => world.api(actor).sending;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
/** Those that were sent again about one invoice, opened. */
async function mailsOf(id: string): Promise<MailWithText[]> {
  await world.runJobs();
  const ctx = world.ctx();
  const { rows } = await ctx.system.read.execute<{ id: string }>(
    sql`select id from outbox_mails where about_id = ${id} and template in ('billing.again', 'billing.creditAgain') order by id`,
  );
  return Promise.all(rows.map((row) => openMail(ctx, row)));
}
/** A paid invoice, whose mails go to somewhere else than its owner. */
async function paid(): Promise<{ buyer: UserActor; id: string; number: string }> {
  const buyer = await buildBuyer(world, { email: 'accounts@nordlicht.example' });
  const id = await subscribe(world, shop, { buyer, planId });
  const { number } = await world.api(buyer).invoices.get({ params: { id } });
  return { buyer, id, number: number ?? '' };
}

test('to the address on it or another of its account; it stands in the timeline of both sides', async () => {
  const { buyer, id, number } = await paid();
  const params = { id };
  const { items } = await sending(shop.operator).recipients({ params });
  expect(items).toEqual([
    { email: 'accounts@nordlicht.example', name: 'Nordlicht Schule' },
    { email: buyer.email, name: buyer.name },
  ]);
  await sending(shop.operator).send({ params, body: { to: buyer.email.toUpperCase() } });
  const [mail, ...others] = await mailsOf(id);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: buyer.email, template: 'billing.again', subject: `Invoice ${number}` });
  expect(mail?.bodyText).toContain('Nothing is due on it anymore.');
  for (const { timeline } of [
    await world.api(buyer).invoices.get({ params }),
    await world.api(shop.operator).allInvoices.get({ params }),
  ]) {
    expect(timeline.filter((one) => one.kind === 'invoice.sent')).toMatchObject([{ by: shop.operator.name }]);
    expect(timeline.some((one) => one.kind.startsWith('mail.') && one.data['recipient'] === buyer.email)).toBe(true);
  }
});

test('what is due is paid by its button; a credit note has words of its own', async () => {
  const { buyer, id } = await paid();
  const { allInvoices } = world.api(shop.operator);
  const lines = [{ title: 'Training', detail: '', quantity: 1, unit: 5000 }];
  const draft = await allInvoices.create({ body: { accountId: buyer.accountId, currency: 'EUR', lines, note: '' } });
  const body = { to: 'accounts@nordlicht.example' };
  expect(await codeOf(sending(shop.operator).send({ params: { id: draft.id }, body }))).toBe('wrong_state');
  await allInvoices.finalize({ params: { id: draft.id }, body: { revision: draft.revision } });
  await sending(shop.operator).send({ params: { id: draft.id }, body });
  const [open] = await mailsOf(draft.id);
  expect(open?.bodyText).toContain('Still due: €59.50');
  expect(open?.bodyText).toContain('token=');
  const { creditNotes } = await allInvoices.credit({ params: { id }, body: { amount: 500, to: 'balance', reason: 'as agreed' } });
  const note = creditNotes[0]?.id ?? '';
  await sending(shop.operator).send({ params: { id: note }, body });
  expect(await mailsOf(note)).toMatchObject([{ template: 'billing.creditAgain', recipient: body.to }]);
  await allInvoices.voiding({ params: { id: draft.id }, body: { reason: 'written twice' } });
  expect(await codeOf(sending(shop.operator).send({ params: { id: draft.id }, body }))).toBe('wrong_state');
});

test('not to strangers, and only a few times an hour', async () => {
  const { id } = await paid();
  const params = { id };
  const send = (to: string) => codeOf(sending(shop.operator).send({ params, body: { to } }));
  expect(await send('somebody@elsewhere.example')).toBe('invalid_input');
  const codes: string[] = [];
  for (let at = 0; at <= SENDS_PER_HOUR; at++) codes.push(await send('accounts@nordlicht.example'));
  expect(codes).toEqual([...Array.from({ length: SENDS_PER_HOUR }, () => 'done'), 'too_many_requests']);
  expect(await mailsOf(id)).toHaveLength(SENDS_PER_HOUR);
  world.clock.advance(3_700_000);
  expect(await send('accounts@nordlicht.example')).toBe('done');
});

test('whoever pays cannot, nor can others, nor somebody of the seller without the right', async () => {
  const { buyer, id } = await paid();
  const calls = async (actor?: UserActor) => [
    await codeOf(sending(actor).recipients({ params: { id } })),
    await codeOf(sending(actor).send({ params: { id }, body: { to: buyer.email } })),
  ];
  expect(await calls(buyer)).toEqual(['not_found', 'not_found']);
  expect(await calls()).toEqual(['not_signed_in', 'not_signed_in']);
  expect(await calls({ ...shop.operator, scope: [] })).toEqual(['not_allowed', 'not_allowed']);
  const vendor: UserActor = { ...buyer, accountKind: 'vendor', scope: ['vendors.manage'] };
  expect(await calls(vendor)).toEqual(['not_found', 'not_found']);
  expect(await mailsOf(id)).toEqual([]);
});
