/** "I do not agree", and proofs of transfers: who may say, see and answer, and that reminders wait meanwhile. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { putProfile, profileOf } from './parties.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator);
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
async function issued(buyer: UserActor) {
  const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: 1, unit: 10_000 }] };
  const { id, revision } = await keeper().allInvoices.create({ body });
  return keeper().allInvoices.finalize({ params: { id }, body: { revision } });
}

test('a customer says what is wrong, once at a time; the seller answers, and both read it', async () => {
  const buyer = await buildBuyer(world);
  const { id } = await issued(buyer);
  const params = { id };
  const { objections } = world.api(buyer);
  expect(await objections.own({ params })).toEqual({ last: null, mayRaise: true });
  expect(await codeOf(objections.withdraw({ params }))).toBe('wrong_state');
  expect(await objections.raise({ params, body: { reason: 'We had one hour less' } })).toMatchObject({
    last: { state: 'open', reason: 'We had one hour less', answer: null },
    mayRaise: false,
  });
  expect(await codeOf(objections.raise({ params, body: { reason: 'again' } }))).toBe('objection_open');
  expect((await keeper().objections.of({ params })).last).toMatchObject({ state: 'open' });
  expect(
    (await keeper().objections.answer({ params, body: { answer: 'You are right, see the credit note' } })).last,
  ).toMatchObject({
    state: 'answered',
    answer: 'You are right, see the credit note',
  });
  expect(await codeOf(keeper().objections.answer({ params, body: { answer: 'twice' } }))).toBe('wrong_state');
  expect(await objections.own({ params })).toMatchObject({ last: { state: 'answered' }, mayRaise: true });
  const kinds = (await keeper().allInvoices.get({ params })).timeline.map((one) => [one.kind, one.reason]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['objection.raised', 'We had one hour less'],
      ['objection.answered', 'You are right, see the credit note'],
    ]),
  );
  await objections.raise({ params, body: { reason: 'Still not' } });
  expect((await objections.withdraw({ params })).last).toMatchObject({ state: 'withdrawn' });
  await keeper().allInvoices.record({ params, body: { amount: 11_900, valueDate: '2026-11-20', bankRef: '', note: '' } });
  expect(await codeOf(objections.raise({ params, body: { reason: 'too late' } }))).toBe('wrong_state');
});

test('abuse row 3: another account, a reader without the right, and the operator on the customer’s side', async () => {
  const [buyer, stranger] = [await buildBuyer(world), await buildBuyer(world)];
  const params = { id: (await issued(buyer)).id };
  const foreign = world.api(stranger).objections;
  expect(await codeOf(foreign.own({ params }))).toBe('not_found');
  expect(await codeOf(foreign.raise({ params, body: { reason: 'mine now' } }))).toBe('not_found');
  expect(await codeOf(foreign.of({ params }))).toBe('not_found');
  expect(await codeOf(foreign.answer({ params, body: { answer: 'mine now' } }))).toBe('not_found');
  expect(await codeOf(foreign.prove({ params, body: { content: 'JVBERi0=' } }))).toBe('not_found');
  expect(await codeOf(keeper().objections.raise({ params, body: { reason: 'not mine' } }))).toBe('not_found');
  const reader = { ...buyer, scope: buyer.scope.filter((right) => right !== 'subscriptions.purchase') };
  expect(await codeOf(world.api(reader).objections.own({ params }))).toBe('done');
  expect(await codeOf(world.api(reader).objections.raise({ params, body: { reason: 'no right' } }))).toBe('not_allowed');
});

test('nobody is reminded of what they do not agree with; once it is answered the next reminder goes out', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  const day = 86_400_000;
  const walk = async (days: number) => {
    for (let n = 0; n < days; n += 1) {
      world.clock.advance(day);
      await runEngine(world.ctx());
      await world.runJobs();
    }
  };
  await walk(32);
  const open = (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items[0];
  const params = { id: open?.id ?? '' };
  await world.api(buyer).objections.raise({ params, body: { reason: 'We did not order this' } });
  const profile = await profileOf(world.ctx().system.read, buyer.accountId);
  const reminders = async () =>
    (await templatesTo(world, profile?.email ?? '')).filter((name) => name === 'billing.reminder').length;
  const before = await reminders();
  await walk(3);
  expect(await reminders()).toBe(before);
  await keeper().objections.answer({ params, body: { answer: 'You did, on the first' } });
  await walk(4);
  expect(await reminders()).toBeGreaterThan(before);
}, 60_000);

test('nothing is restricted for two weeks from the first objection; said again it holds off nothing, and the seller has a mail', async () => {
  const planId = await buildPlan(world, shop);
  const [quiet, loud] = [await buildBuyer(world), await buildBuyer(world)];
  for (const buyer of [quiet, loud]) await subscribe(world, shop, { buyer, planId });
  const day = 86_400_000;
  const walk = async (days: number) => {
    for (let n = 0; n < days; n += 1) {
      world.clock.advance(day);
      await runEngine(world.ctx());
      await world.runJobs();
    }
  };
  const state = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription?.state;
  await walk(35);
  const [open] = (await world.api(loud).invoices.list({ query: { state: 'open' } })).items;
  const params = { id: open?.id ?? '' };
  const { objections } = world.api(loud);
  const raised = await objections.raise({ params, body: { reason: 'We did not order this' } });
  expect(raised.last?.holdsUntil).toBe((raised.last?.raisedAt ?? 0) + 14 * day);
  expect(await templatesTo(world, 'billing@atrium.example')).toContain('billing.objected');
  await walk(10);
  expect([await state(quiet), await state(loud)]).toEqual(['restricted', 'past_due']);
  await objections.withdraw({ params });
  expect((await objections.own({ params })).last?.holdsUntil).toBeNull();
  await objections.raise({ params, body: { reason: 'Still not' } });
  await walk(3);
  expect(await state(loud)).toBe('past_due');
  await walk(2);
  expect((await objections.own({ params })).last).toMatchObject({ state: 'open', holdsUntil: null });
  expect(await state(loud)).toBe('restricted');
}, 60_000);

test('an objection that is taken back or answered lets the steps go on at once', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  for (let n = 0; n < 45; n += 1) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
    if (n !== 34) continue;
    const [open] = (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items;
    await world.api(buyer).objections.raise({ params: { id: open?.id ?? '' }, body: { reason: 'Not ours' } });
  }
  const [open] = (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items;
  const state = async () => (await world.api(buyer).billing.subscription()).subscription?.state;
  expect(await state()).toBe('past_due');
  await keeper().objections.answer({ params: { id: open?.id ?? '' }, body: { answer: 'It is yours' } });
  await runEngine(world.ctx());
  expect(await state()).toBe('restricted');
}, 60_000);

test('a proof is what it says it is, belongs to a reported transfer, and is loaded by the two sides alone', async () => {
  const { actor, token } = await buildActor(world, { kind: 'customer' });
  const buyer = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  const sample = await profileOf(world.ctx().system.read, (await buildBuyer(world)).accountId);
  if (sample === null) throw new Error('there is no profile');
  await world.ctx().system.write((tx) => putProfile(tx, { ...sample, accountId: buyer.accountId }, null));
  const { id } = await issued(buyer);
  const params = { id };
  const prove = (bytes: Buffer) =>
    codeOf(world.api(buyer).objections.prove({ params, body: { content: bytes.toString('base64') } }));
  const pdf = Buffer.from('%PDF-1.7 a bank says so');
  expect(await prove(pdf)).toBe('wrong_state');
  await world.api(buyer).invoices.report({ params, body: { note: '' } });
  for (const bad of ['<svg onload="x">', '<html>', 'GIF89a', 'RIFF0000WEBP', 'MZ'])
    expect([bad, await prove(Buffer.from(bad))]).toEqual([bad, 'bad_proof']);
  expect(await prove(Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]))).toBe('bad_proof');
  expect(await prove(pdf)).toBe('done');
  expect((await keeper().bank.reported()).items.find((one) => one.invoiceId === id)).toMatchObject({ proof: true });
  const load = (bearer: string) =>
    world.app.inject({ url: `/api/invoices/${id}/proof`, headers: bearer === '' ? {} : { authorization: `Bearer ${bearer}` } });
  const got = await load(token);
  expect([got.statusCode, got.headers['content-type'], got.headers['x-content-type-options'], got.body]).toEqual([
    200,
    'application/pdf',
    'nosniff',
    pdf.toString(),
  ]);
  expect([got.headers['content-disposition'], got.headers['content-security-policy']].join(' ')).toMatch(
    /^attachment; .*sandbox/,
  );
  const other = await buildActor(world, { kind: 'customer' });
  expect((await load(other.token)).statusCode).toBe(404);
  expect((await load('')).statusCode).toBe(401);
});
