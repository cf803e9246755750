/** The European Central Bank's rates: taken whole or not at all, once each, and only where the operator wants them. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld, type World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { ecbFile, type FakeEcb, startFakeEcb } from '../../../../e2e/fake-ecb.ts';
import { readRates } from './ecb.service.ts';
import { takeRates } from './take.service.ts';

const today = '2026-11-23';
describe('a file', () => {
  const right = ecbFile([{ day: '2026-11-20', rates: { USD: '1.0850', JPY: '163.45', QQQ: '2' } }]);
  test('is read to the last figure; currencies that we do not know are passed over', () => {
    expect(readRates(right, today)).toEqual([
      { day: '2026-11-20', currency: 'USD', rate: 108_500_000n },
      { day: '2026-11-20', currency: 'JPY', rate: 16_345_000_000n },
    ]);
  });
  test.each([
    ['a page', '<html><body>We are moving</body></html>'],
    ['nothing', ''],
    ['half a file', right.slice(0, -60)],
    ['no days', ecbFile([])],
    ['a day without rates', ecbFile([{ day: '2026-11-20', rates: {} }])],
    ['a day that is none', right.replace('2026-11-20', '2026-11-31')],
    ['a day to come', right.replace('2026-11-20', '2026-11-24')],
    ['a day twice', ecbFile([1, 2].map(() => ({ day: '2026-11-20', rates: { USD: '1.1' } })))],
    ['a rate of nothing', right.replace('1.0850', '0')],
    ['a rate below nothing', right.replace('1.0850', '-1.1')],
    ['a word for a rate', right.replace('1.0850', 'N/A')],
    ['a currency twice', right.replace("'JPY'", "'USD'")],
    ['a document type', right.replace('?>', '?><!DOCTYPE x [<!ENTITY y "1">]>')],
    [
      'more days than ninety',
      ecbFile(
        Array.from({ length: 101 }, (_one, at) => ({
          day: `2026-0${1 + Math.floor(at / 28)}-${String((at % 28) + 1).padStart(2, '0')}`,
          rates: { USD: '1' },
        })),
      ),
    ],
  ])('%s is none', (_what, text) => {
    expect(readRates(text, today)).toBeNull();
  });
});

describe('taking', () => {
  let world: World & { close(): Promise<void> };
  let ecb: FakeEcb;
  let operator: UserActor;
  beforeAll(async () => {
    ecb = await startFakeEcb();
    world = await testWorld({ env: { EXCHANGE_RATES_ADDRESS: ecb.url } });
    const { actor } = await buildOperator(world);
    operator = { ...actor, scope: scopeFor({ accountKind: 'operator', role: 'owner', permissions: [] }) };
  });
  afterAll(async () => {
    await world.close();
    await ecb.close();
  });
  const dayMs = 86_400_000;
  const dayOf = (ago: number) => new Date(world.clock.now() - ago * dayMs).toISOString().slice(0, 10);
  const api = () => world.api(operator).exchange;
  const count = async () =>
    Number((await world.ctx().system.read.execute<{ n: string }>(sql`select count(*) as n from exchange_rates`)).rows[0]?.n);
  const arrived = async () =>
    Number(
      (
        await world
          .ctx()
          .system.read.execute<{ n: string }>(sql`select count(*) as n from events where name = 'exchange.rates-arrived'`)
      ).rows[0]?.n,
    );

  test('nobody is asked while it is turned off; turned on, the last ninety days come at once', async () => {
    ecb.publish({ day: dayOf(2), rates: { USD: '1.08', PLN: '4.2' } }, { day: dayOf(1), rates: { USD: '1.09', PLN: '4.3' } });
    expect(await takeRates(world.ctx())).toBe(0);
    expect(ecb.asked).toEqual([]);
    expect(await api().state()).toEqual({ ecb: 'off', takenAt: null, newest: null, failed: null, revision: 0 });
    await expect(api().take()).rejects.toMatchObject({ code: 'wrong_state' });
    const on = await api().saveState({ body: { ecb: 'on', revision: 0 } });
    await expect(api().saveState({ body: { ecb: 'off', revision: 0 } })).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect(on).toMatchObject({ ecb: 'on', revision: 1 });
    await world.runJobs();
    expect(ecb.asked).toEqual(['hist-90d']);
    expect(await api().state()).toMatchObject({ newest: dayOf(1), takenAt: expect.any(Number), failed: null, revision: 1 });
    expect([await count(), await arrived()]).toEqual([4, 1]);
  });

  test('from then on the day’s file, whose rates come once however often it is read', async () => {
    ecb.publish({ day: dayOf(0), rates: { USD: '1.1', PLN: '4.4' } });
    expect([await takeRates(world.ctx()), await takeRates(world.ctx())]).toEqual([2, 0]);
    expect(ecb.asked.slice(1)).toEqual(['daily', 'daily']);
    expect([await count(), await arrived()]).toEqual([6, 2]);
  });

  test.each([
    ['down', 'down'],
    ['failing', 'down'],
    ['gone', 'refused'],
    ['cut', 'unreadable'],
    ['page', 'unreadable'],
  ] as const)('a service that is %s is told as such, changes nothing, and is asked again', async (mood, why) => {
    ecb.mood = mood;
    await expect(takeRates(world.ctx())).rejects.toThrow(why);
    expect(await api().state()).toMatchObject({ failed: { why, at: expect.any(Number) }, newest: dayOf(0) });
    expect(await count()).toBe(6);
    ecb.mood = 'up';
    await takeRates(world.ctx());
    expect(await api().state()).toMatchObject({ failed: null });
  });

  test('after a gap of days the ninety are asked for again, and what is there stays', async () => {
    world.clock.advance(9 * dayMs);
    ecb.publish({ day: dayOf(3), rates: { USD: '1.2' } }, { day: dayOf(0), rates: { USD: '1.3' } });
    expect(await takeRates(world.ctx())).toBe(2);
    expect(ecb.asked.at(-1)).toBe('hist-90d');
  });
});
