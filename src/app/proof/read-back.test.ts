/** How far back an account reads: its plan decides what is shown, and deletes nothing. */
import { expect, test } from 'vitest';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { holdPlan, raiseLimits } from '#core/accounts/server/plan.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { failureOf } from '#meet/meetings/server/meet.factory.ts';
import { codeOf, iamPeople } from './rights/iam.factory.ts';
import { crowd, worldForThisTest } from './testing.ts';

const dayMs = 86_400_000;

async function place() {
  const world = await worldForThisTest(crowd);
  const people = iamPeople(world);
  const [boss, stranger] = [await people.owner(), await people.owner()];
  const hold = (plan: Partial<typeof standardEntitlements> | null, of = boss) =>
    world.ctx().system.write((tx) =>
      holdPlan(world.ctx(), tx, {
        accountId: of.actor.accountId,
        plan: plan === null ? null : { ...standardEntitlements, ...plan },
        service: 'full',
      }),
    );
  const note = (subjectId: string, of = boss) => {
    const ctx = world.ctx(of.actor);
    return ctx.db.write((tx) => record(ctx, tx, { action: 'rooms.deleted', subjectKind: 'room', subjectId }));
  };
  return { world, boss, stranger, hold, note };
}

test('the audit log is listed and exported as far back as the plan reads; a larger plan shows the rest again', async () => {
  const { world, boss, stranger, hold, note } = await place();
  await note('old');
  await note('old', stranger);
  world.clock.advance(40 * dayMs);
  await note('new');
  const group = 'rooms';
  const seen = async (of = boss, days?: number) => {
    const { items, total, days: most } = await of.api.audit.list({ query: { group, ...(days === undefined ? {} : { days }) } });
    const file = await of.api.audit.exported({ body: { group, ...(days === undefined ? {} : { days }) } });
    expect(file.items.map((one) => one.id)).toEqual(items.map((one) => one.id));
    expect(total).toBe(items.length);
    return { most, ids: items.map((one) => one.subjectId) };
  };
  expect(await seen()).toEqual({ most: null, ids: ['new', 'old'] });
  await hold({ auditDays: 30 });
  expect(await seen()).toEqual({ most: 30, ids: ['new'] });
  // neither a longer period nor a search for it brings it back
  expect((await seen(boss, 365)).ids).toEqual(['new']);
  expect((await boss.api.audit.list({ query: { search: 'old' } })).items).toEqual([]);
  expect((await boss.api.audit.list({ query: { subjectId: 'old' } })).items).toEqual([]);
  world.clock.advance(3 * dayMs);
  expect((await seen(boss, 2)).ids).toEqual([]);
  // another account has a plan of its own
  expect((await seen(stranger)).ids).toEqual(['old']);
  await hold({ auditDays: 0 });
  expect((await seen()).ids).toEqual([]);
  await hold({ auditDays: 60 });
  expect((await seen()).ids).toEqual(['new', 'old']);
  await hold(null);
  expect(await seen()).toEqual({ most: null, ids: ['new', 'old'] });
}, 60_000);

test('an add-on adds days to those of the plan', async () => {
  const { world, boss, hold } = await place();
  await hold({ auditDays: 30 });
  const { accountId } = boss.actor;
  await world.ctx().system.write((tx) => raiseLimits(world.ctx(), tx, { accountId, raised: { auditDays: 60 } }));
  expect((await boss.api.audit.list({ query: {} })).days).toBe(90);
});

test('who may not read the log, or is nobody, is told so as before', async () => {
  const { world, hold, boss } = await place();
  await hold({ auditDays: 30 });
  const blind = world.api({ ...boss.actor, scope: [] });
  expect(await codeOf(blind.audit.list({ query: {} }))).toBe('not_allowed');
  expect(await codeOf(world.api().audit.list({ query: {} }))).toBe('not_signed_in');
});

test('use by day is shown as far back as the plan says, never less than last month; who looks after the account sees all', async () => {
  const { world, boss, hold } = await place();
  world.clock.advance(Date.parse('2026-06-20T12:00:00Z') - world.clock.now());
  const { usage } = boss.api;
  const ask = (from: string, until: string) => usage.mine({ query: { from, until } });
  expect(await ask('2026-01-01', '2026-01-31')).toMatchObject({ shownFrom: null, from: '2026-01-01' });
  await hold({ analyticsDays: 90 });
  expect(await ask('2026-03-01', '2026-03-31')).toMatchObject({
    shownFrom: '2026-03-23',
    from: '2026-03-23',
    until: '2026-03-31',
  });
  expect((await ask('2026-03-01', '2026-03-31')).days).toHaveLength(9);
  expect((await usage.csv({ query: { from: '2026-03-01', until: '2026-03-24' } })).text.split('\r\n')).toHaveLength(5);
  expect(await failureOf(ask('2026-01-01', '2026-01-31'))).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'analyticsDays', max: 90, wanted: 141 },
  });
  expect(await codeOf(usage.csv({ query: { from: '2026-01-01', until: '2026-01-31' } }))).toBe('limit_reached');
  // what is billed for can be looked up, however small the plan
  await hold({ analyticsDays: 1 });
  expect(await ask('2026-05-01', '2026-05-31')).toMatchObject({ shownFrom: '2026-05-01', from: '2026-05-01' });
  expect(await codeOf(ask('2026-04-01', '2026-04-30'))).toBe('limit_reached');
  const { actor } = await buildActor(world, { kind: 'operator' });
  const operator = world.api({ ...actor, scope: ['users.manage'] });
  const params = { id: boss.actor.accountId };
  expect(await operator.usage.ofAccount({ params, query: { from: '2026-01-01', until: '2026-01-31' } })).toMatchObject({
    shownFrom: null,
    from: '2026-01-01',
  });
});
