/** Rates that the operator enters: each written down, none changed, none taken away that an invoice rests on; for nobody else. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld, type World } from '#app/proof/testing.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { takeConversion } from './convert.service.ts';

let world: World & { close(): Promise<void> };
let operator: UserActor;
beforeAll(async () => {
  world = await testWorld();
  const { actor } = await buildOperator(world);
  operator = { ...actor, scope: scopeFor({ accountKind: 'operator', role: 'owner', permissions: [] }) };
});
afterAll(() => world.close());

const api = (actor: UserActor | undefined = operator) => world.api(actor).exchange;
const dayOf = (ago: number) => new Date(world.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** `EUR PLN 4.2793`: one euro is so much. */
function rate(text: string, ago = 0) {
  const [base = '', currency = '', value = ''] = text.split(' ');
  return { day: dayOf(ago), base, currency, rate: value };
}
const add = (...rates: ReturnType<typeof rate>[]) => api().add({ body: { origin: 'National Bank of Poland', rates } });
const deeds = async (action: string) => {
  const found = await world
    .ctx()
    .system.read.execute<{ data: unknown }>(sql`select data from audit_entries where action = ${action} order by data ->> 'day'`);
  return found.rows.map((row) => row.data);
};

test('each rate is written down with its value, what is there stays as it is, and all come or none', async () => {
  expect(await add(rate('USD PLN 3.9', 2), rate('EUR PLN 4.2793', 1))).toEqual({ added: 2, known: 0 });
  expect(await add(rate('USD PLN 9.9', 2), rate('EUR PLN 4.3', 0))).toEqual({ added: 1, known: 1 });
  const { items } = await api().rates();
  expect(items.map((one) => [one.base, one.rate, one.origin, one.by, one.source, one.removable])).toEqual([
    ['EUR', '4.3', 'National Bank of Poland', operator.name, 'own', true],
    ['EUR', '4.2793', 'National Bank of Poland', operator.name, 'own', true],
    ['USD', '3.9', 'National Bank of Poland', operator.name, 'own', true],
  ]);
  expect(await deeds('exchange.rate-added')).toEqual([
    { day: dayOf(2), base: 'USD', currency: 'PLN', rate: '3.9' },
    { day: dayOf(1), base: 'EUR', currency: 'PLN', rate: '4.2793' },
    { day: dayOf(0), base: 'EUR', currency: 'PLN', rate: '4.3' },
  ]);
  await expect(add(rate('EUR CZK 24.5'), rate('EUR EUR 1'))).rejects.toMatchObject({
    code: 'rate_wrong',
    data: { line: 2, trouble: 'same' },
  });
  await expect(add(rate('EUR CZK 24.5', -2))).rejects.toMatchObject({
    code: 'rate_wrong',
    data: { line: 1, trouble: 'future' },
  });
  for (const wrong of ['0', '1,5', '-1', '1.123456789'])
    await expect(add(rate(`EUR CZK ${wrong}`))).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(add(rate('EUR XYZ 1'))).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await api().rates({ query: { currency: 'CZK' } })).items).toEqual([]);
});

test('a wrong one that an invoice rests on is taken out of use, and the right one of the same day counts from then on', async () => {
  await add(rate('EUR DKK 74.6'));
  const resting = () =>
    world.ctx().system.write((tx) => takeConversion(world.ctx(), tx, { from: 'DKK', to: 'EUR', on: dayOf(0) }));
  const wrong = (await resting())?.quotes[0]?.id ?? '';
  expect(await add(rate('EUR DKK 7.46'))).toEqual({ added: 0, known: 1 });
  expect(await api().remove({ params: { id: wrong } })).toEqual({ done: true });
  await expect(api().remove({ params: { id: wrong } })).rejects.toMatchObject({ code: 'rate_kept' });
  expect(await deeds('exchange.rate-withdrawn')).toEqual([{ day: dayOf(0), base: 'EUR', currency: 'DKK', rate: '74.6' }]);
  expect(await resting()).toBeNull();
  expect(await add(rate('EUR DKK 7.46'))).toEqual({ added: 1, known: 0 });
  expect((await resting())?.quotes[0]).toMatchObject({ rate: 746_000_000n });
  expect((await api().rates({ query: { currency: 'DKK' } })).items).toMatchObject([
    { rate: '7.46', used: true, withdrawn: false, removable: true },
    { rate: '74.6', used: true, withdrawn: true, removable: false },
  ]);
});

test('one is taken away while nothing rests on it; the database keeps the others whoever asks', async () => {
  await add(rate('EUR HUF 400.5', 3), rate('EUR HUF 401', 4));
  const [first, second] = (await api().rates({ query: { currency: 'HUF' } })).items;
  const [used, free] = [first?.id ?? '', second?.id ?? ''];
  const taken = await world.ctx().system.write((tx) => takeConversion(world.ctx(), tx, { from: 'HUF', to: 'EUR', on: dayOf(0) }));
  expect(taken?.quotes.map((one) => one.id)).toEqual([used]);
  expect(await api().remove({ params: { id: free } })).toEqual({ done: true });
  await expect(api().remove({ params: { id: free } })).rejects.toMatchObject({ code: 'not_found' });
  expect(await deeds('exchange.rate-removed')).toEqual([{ day: dayOf(4), base: 'EUR', currency: 'HUF', rate: '401' }]);
  expect((await api().rates({ query: { currency: 'HUF' } })).items).toMatchObject([{ id: used, used: true, withdrawn: false }]);
  const kept = { cause: { constraint: 'exchange_rates_kept' } };
  const raw = (statement: ReturnType<typeof sql>) => world.ctx().system.write((tx) => tx.execute(statement));
  await expect(raw(sql`delete from exchange_rates where id = ${used}`)).rejects.toMatchObject(kept);
  await expect(raw(sql`update exchange_rates set used_at = null where id = ${used}`)).rejects.toMatchObject(kept);
  // what a rate says is nobody's to write
  await expect(raw(sql`update exchange_rates set rate = 1 where id = ${used}`)).rejects.toThrow();
});

test('the list goes on where it ended, through days with many rates', async () => {
  const codes = 'AUD BRL CAD CHF CNY CZK DKK GBP HKD IDR ILS INR'.split(' ');
  await add(...codes.map((code) => rate(`NOK ${code} 2`, 5)), rate('NOK SEK 1', 6));
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api().rates({ query: { currency: 'NOK', limit: 5, ...(cursor === undefined ? {} : { cursor }) } });
    seen.push(...page.items.map((one) => one.currency));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect([...seen].sort()).toEqual([...codes, 'SEK'].sort());
  expect(seen.at(-1)).toBe('SEK');
  expect((await api().rates({ query: { source: 'ecb' } })).items).toEqual([]);
  expect((await api().rates({ query: { cursor: 'nonsense', limit: 1 } })).items).toHaveLength(1);
});

describe('nobody else', () => {
  const calls: [string, (actor: UserActor | undefined) => Promise<unknown>][] = [
    ['state', (actor) => world.api(actor).exchange.state()],
    ['saveState', (actor) => world.api(actor).exchange.saveState({ body: { ecb: 'on', revision: 0 } })],
    ['take', (actor) => world.api(actor).exchange.take()],
    ['rates', (actor) => world.api(actor).exchange.rates()],
    ['add', (actor) => world.api(actor).exchange.add({ body: { origin: 'me', rates: [rate('EUR USD 1')] } })],
    ['remove', (actor) => world.api(actor).exchange.remove({ params: { id: newId() } })],
  ];
  test.each(calls)('%s: no session, no permission, another kind of account', async (_name, call) => {
    await expect(call(undefined)).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(call({ ...operator, scope: operator.scope.filter((one) => one !== 'invoices.manage') })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    for (const kind of ['customer', 'vendor'] as const) {
      const { actor } = await buildActor(world, { kind });
      await expect(call({ ...actor, scope: [...actor.scope, 'invoices.manage'] })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
  test('the role that serves accounts sees no rate', async () => {
    const { actor } = await buildActor(world, { kind: 'customer' });
    await expect(world.ctx(actor).db.read.execute(sql`select 1 from exchange_rates`)).rejects.toThrow();
  });
});
