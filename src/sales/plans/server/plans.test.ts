/** The catalogue on the real database: versions that stay, two editors, order, offers, coupons, and who may not. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { newId } from '#kit/server/ids.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildOperator, buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { addCoupon, coupons, stopCoupon } from './coupons.service.ts';
import { offers } from './offers.service.ts';
import { buildPlan, priceIn, termsWith } from './plans.factory.ts';
import { copy, edit, get, list, move, publish } from './plans.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const operator = await buildOperator(world);
const customer = await buildOwner(world);
const asOperator = () => world.ctx(operator.actor);

async function failed(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('nothing failed');
  return error;
}
const codeOf = async (work: Promise<unknown>) => (await failed(work)).code;
async function refusedBy(statement: ReturnType<typeof sql>): Promise<string | undefined> {
  const error = await world
    .ctx()
    .system.write((tx) => tx.execute(statement))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof pg.DatabaseError ? `${cause.constraint ?? cause.message}` : undefined;
}
const idsOf = async (query: Partial<Parameters<typeof list>[1]> = {}) =>
  (await list(asOperator(), { limit: 100, ...query })).items.map((one) => one.id);
const coupon = (change: Partial<Parameters<typeof addCoupon>[1]> = {}) => ({
  code: `C${newId().slice(-10).toUpperCase()}`,
  thousandths: 10_000,
  off: null,
  periods: 1,
  most: null,
  planIds: null,
  expiresAt: null,
  ...change,
});

test('other terms are the next version, and the one before stays as it was', async () => {
  const plan = await buildPlan(asOperator());
  const next = await publish(asOperator(), {
    id: plan.id,
    revision: plan.revision,
    terms: termsWith({ prices: [priceIn('EUR', 3000), priceIn('JPY', 500, { period: 'year' })] }),
  });
  expect(next.version).toBe(2);
  expect(next.versions.map((one) => [one.version, one.prices.map((price) => [price.currency, price.amount])])).toEqual([
    [
      2,
      [
        ['EUR', 3000],
        ['JPY', 500],
      ],
    ],
    [1, [['EUR', 2400]]],
  ]);
  const again = publish(asOperator(), { id: plan.id, revision: next.revision, terms: next.versions[0] ?? termsWith() });
  expect(await codeOf(again)).toBe('nothing_changed');
});

test('a new name and new terms come together or not at all', async () => {
  const plan = await buildPlan(asOperator());
  const input = { id: plan.id, revision: plan.revision, name: 'Team 80', visibility: 'private' as const };
  expect(await codeOf(publish(asOperator(), { ...input, terms: termsWith() }))).toBe('nothing_changed');
  expect(await get(asOperator(), plan.id)).toMatchObject({ name: plan.name, visibility: 'public', version: 1 });
  const next = await publish(asOperator(), { ...input, terms: termsWith({ trialDays: 7 }) });
  expect(next).toMatchObject({ name: 'Team 80', visibility: 'private', version: 2 });
});

test('words and visibility make no version, and a second editor is told', async () => {
  const plan = await buildPlan(asOperator());
  const words = { de: { name: 'Gruppe 60', summary: 'Für Vereine' } };
  const changed = await edit(asOperator(), { id: plan.id, body: { words, visibility: 'private', revision: plan.revision } });
  expect(changed).toMatchObject({ version: 1, visibility: 'private', words });
  expect(await codeOf(edit(asOperator(), { id: plan.id, body: { name: 'Other', revision: plan.revision } }))).toBe(
    'changed_meanwhile',
  );
});

test('eight publish at once from the same state: one does, the others are told', async () => {
  const plan = await buildPlan(asOperator());
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      publish(asOperator(), { id: plan.id, revision: plan.revision, terms: termsWith({ prices: [priceIn('EUR', 100 + n)] }) }),
    ),
  );
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect((await get(asOperator(), plan.id)).versions.map((one) => one.version)).toEqual([2, 1]);
});

test('the database changes no version and no price, and deletes none', async () => {
  const { id } = await buildPlan(asOperator());
  for (const table of ['plan_versions', 'plan_prices']) {
    expect(await refusedBy(sql`update ${sql.identifier(table)} set version = 9 where plan_id = ${id}`)).toContain('denied');
    expect(await refusedBy(sql`delete from ${sql.identifier(table)} where plan_id = ${id}`)).toContain('denied');
  }
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  await expect(owner.query('update plan_prices set amount = 1 where plan_id = $1', [id])).rejects.toMatchObject({
    constraint: 'plan_prices_kept',
  });
  await expect(owner.query('delete from plan_versions where plan_id = $1', [id])).rejects.toThrow();
  await owner.end();
});

test('a code is used once, also by a copy, which is private and sells the same', async () => {
  const plan = await buildPlan(asOperator(), { terms: termsWith({ prices: [priceIn('EUR', 777)] }) });
  expect(await codeOf(buildPlan(asOperator(), { code: plan.code }))).toBe('code_taken');
  expect(await codeOf(copy(asOperator(), { id: plan.id, name: 'Copy', code: plan.code }))).toBe('code_taken');
  const made = await copy(asOperator(), { id: plan.id, name: 'Copy', code: `${plan.code}-2` });
  expect(made).toMatchObject({ visibility: 'private', version: 1, versions: [{ prices: [{ amount: 777 }] }] });
});

test('the order is the operator’s, and pages follow it', async () => {
  const [one, two, three] = [await buildPlan(asOperator()), await buildPlan(asOperator()), await buildPlan(asOperator())];
  await move(asOperator(), { id: three.id, after: null });
  expect((await idsOf())[0]).toBe(three.id);
  await move(asOperator(), { id: three.id, after: one.id });
  const order = await idsOf();
  expect(order.slice(order.indexOf(one.id))).toEqual([one.id, three.id, two.id]);
  const walked: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(asOperator(), { limit: 2, ...(cursor && { cursor }) });
    walked.push(...page.items.map((item) => item.id));
    cursor = page.next;
  } while (cursor !== null);
  expect(walked).toEqual(order);
  expect(await codeOf(move(asOperator(), { id: one.id, after: newId() }))).toBe('not_found');
});

test('a list is searched and narrowed', async () => {
  const plan = await buildPlan(asOperator(), { name: 'Quiet_lamps 100%', visibility: 'archived' });
  expect(await idsOf({ search: '_lamps 100%' })).toEqual([plan.id]);
  expect(await idsOf({ search: 'xlamps' })).toEqual([]);
  expect(await idsOf({ visibility: 'archived' })).toContain(plan.id);
  expect(await idsOf({ visibility: 'public' })).not.toContain(plan.id);
  expect(await idsOf({ kind: 'pass' })).toEqual([]);
});

test('anybody sees what is public, a private one with its code alone, an archived one never', async () => {
  const open = await buildPlan(asOperator(), { words: { de: { name: 'Gruppe', summary: '' } } });
  const hidden = await buildPlan(asOperator(), { visibility: 'private' });
  const gone = await buildPlan(asOperator(), { visibility: 'archived' });
  const seen = async (query: Parameters<typeof offers>[1]) => (await offers(world.ctx(), query)).items.map((one) => one.id);
  expect(await seen({})).toContain(open.id);
  for (const { id } of [hidden, gone]) expect(await seen({})).not.toContain(id);
  expect(await seen({ code: hidden.code })).toContain(hidden.id);
  expect(await seen({ code: gone.code })).not.toContain(gone.id);
  const german = await offers(world.ctx(undefined, { locale: 'de' }), {});
  expect(german.items.find((one) => one.id === open.id)?.name).toBe('Gruppe');
  expect((await offers(world.ctx(), { currency: 'KWD' })).currency).toBe('EUR');
  const answer = await world.app.inject({ url: '/api/offers' });
  expect(answer.statusCode).toBe(200);
});

test('coupons: a part or an amount, once each code, for plans that there are; stopping ends them', async () => {
  const made = await addCoupon(asOperator(), coupon());
  expect(made).toMatchObject({ state: 'active', used: 0 });
  expect(await codeOf(addCoupon(asOperator(), coupon({ code: made.code })))).toBe('code_taken');
  const off = { amount: 500, currency: 'EUR' };
  expect((await failed(addCoupon(asOperator(), coupon({ off })))).fields).toEqual({ 'body.thousandths': 'part_or_amount' });
  expect(await codeOf(addCoupon(asOperator(), coupon({ thousandths: null })))).toBe('invalid_input');
  expect(await codeOf(addCoupon(asOperator(), coupon({ planIds: [newId()] })))).toBe('invalid_input');
  expect(await codeOf(addCoupon(asOperator(), coupon({ expiresAt: world.clock.now() })))).toBe('invalid_input');
  expect((await addCoupon(asOperator(), coupon({ thousandths: null, off }))).off).toEqual(off);
  expect((await stopCoupon(asOperator(), made.id)).state).toBe('stopped');
  const { items } = await coupons(asOperator(), { limit: 10, search: made.code.toLowerCase() });
  expect(items.map((one) => [one.id, one.state])).toEqual([[made.id, 'stopped']]);
});

type Sent = { method: 'GET' | 'POST' | 'PATCH'; url: string; payload?: object };
const named = { name: 'A', summary: '', words: {}, visibility: 'public' };
const calls = (id: string): Sent[] => [
  { method: 'GET', url: '/api/plans' },
  { method: 'GET', url: `/api/plans/${id}` },
  { method: 'POST', url: '/api/plans', payload: { ...named, kind: 'base', code: 'a', terms: termsWith() } },
  { method: 'PATCH', url: `/api/plans/${id}`, payload: { name: 'A', revision: 1 } },
  { method: 'POST', url: `/api/plans/${id}/versions`, payload: { terms: termsWith(), revision: 1 } },
  { method: 'POST', url: `/api/plans/${id}/place`, payload: { after: null } },
  { method: 'POST', url: `/api/plans/${id}/copies`, payload: { name: 'A', code: 'b' } },
  { method: 'GET', url: '/api/coupons' },
  { method: 'POST', url: '/api/coupons', payload: coupon() },
  { method: 'POST', url: `/api/coupons/${id}/stop`, payload: {} },
];
const statuses = async (token: string | null, id: string) => {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const answers = await Promise.all(calls(id).map((call) => world.app.inject({ ...call, headers })));
  return [...new Set(answers.map((answer) => answer.statusCode))];
};

test('without a session 401, for a customer 404, without the permission 403, on every call', async () => {
  const { id } = await buildPlan(asOperator());
  const helper = await buildActor(world, { accountId: operator.actor.accountId, role: 'staff' });
  expect(await statuses(null, id)).toEqual([401]);
  expect(await statuses(customer.token, id)).toEqual([404]);
  expect(await statuses(helper.token, id)).toEqual([403]);
  expect(await codeOf(get(world.ctx(customer.actor), id))).toBe('not_found');
});

test('amounts that are no whole minor units do not come in', async () => {
  const headers = { authorization: `Bearer ${operator.token}` };
  const send = async (amount: unknown) => {
    const terms = { ...termsWith(), prices: [{ ...priceIn('EUR', 1), amount }] };
    const payload = { ...named, kind: 'base', code: `x-${newId().slice(-8)}`, terms };
    return (await world.app.inject({ method: 'POST', url: '/api/plans', payload, headers })).statusCode;
  };
  for (const bad of [-1, 0.5, null, '12', 1e15]) expect(await send(bad)).toBe(400);
  expect(await send(12)).toBe(200);
});
