import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reaches } from '#kit/reach.ts';
import { namesFor, statementsOfPreset } from './iam.rules.ts';
import { type RequestCircumstances, conditionHolds } from './conditions.rules.ts';
import { accountItself, decide, type PrincipalsById, type Principal, type PolicyThing } from './policy.rules.ts';
import type { Statement } from './statements.rules.ts';
import { account, actions, asPeople, at, rooms, some, statement } from './server/policy.factory.ts';
import { reachOf, scopeOf } from './reach.rules.ts';

const { now } = at;
const things: PolicyThing[] = [
  accountItself,
  ...[true, false].flatMap((own) => [
    ...rooms.map((name) => ({ names: [name], own })),
    { names: ['recording/x', 'room/a'], own },
    { names: ['room/b', 'tag/t'], own },
    { names: ['recording/x', 'room/a', 'tag/t', 'tag/u'], own },
  ]),
];

const asked = fc.record({ action: fc.constantFrom(...actions), thing: fc.constantFrom(...things) });
const person = fc.constantFrom(1, 2, 3);

const may = (all: readonly Principal[], n: number, what: { action: string; thing: PolicyThing }) => {
  const principal = all[n];
  if (principal === undefined) throw new Error('nobody');
  return decide(principal, asPeople(all), { ...what, at }).allowed;
};
const changed = (all: readonly Principal[], n: number, change: (one: Principal) => Principal) =>
  all.map((one, at_) => (at_ === n ? change(one) : one));
const runs = { numRuns: 400 };

describe('properties of the decision (abuse row 22)', () => {
  test('adding a deny never widens, for anybody', () => {
    fc.assert(
      fc.property(account, fc.tuple(person, person, asked), statement(fc.constant('deny')), (all, [who, whose, what], deny) => {
        const more = changed(all, whose, (one) => ({
          ...one,
          sources: [...one.sources, { kind: 'own', id: 'd', name: '', statements: [deny], grantors: [] }],
        }));
        expect(may(more, who, what) && !may(all, who, what)).toBe(false);
      }),
      runs,
    );
  });
  test('removing an allow never widens, for anybody', () => {
    fc.assert(
      fc.property(account, fc.tuple(person, person, asked), fc.nat(3), (all, [who, whose, what], nth) => {
        const less = changed(all, whose, (one) => ({
          ...one,
          sources: one.sources.map((from) => ({
            ...from,
            statements: from.statements.filter((each, n) => n !== nth || each.effect === 'deny'),
          })),
        }));
        expect(may(less, who, what) && !may(all, who, what)).toBe(false);
      }),
      runs,
    );
  });
  test('whoever got everything from one person may never do more than that person, whatever became of them since', () => {
    fc.assert(
      fc.property(account, some, asked, (all, statements, what) => {
        const given: Principal = {
          userId: 'g',
          owner: false,
          boundary: null,
          sources: [{ kind: 'own', id: 'o', name: '', statements, grantors: ['p1'] }],
        };
        const people = [...all, given];
        expect(may(people, people.length - 1, what) && !may(people, 1, what)).toBe(false);
      }),
      runs,
    );
  });
  test('the order of what was given decides nothing', () => {
    fc.assert(
      fc.property(account, person, asked, (all, who, what) => {
        const turned = all.map((one) => ({
          ...one,
          sources: one.sources.map((from) => ({ ...from, statements: [...from.statements].reverse() })).reverse(),
        }));
        expect(may(turned, who, what)).toBe(may(all, who, what));
      }),
      runs,
    );
  });
  test('a list reaches exactly what a decision on each thing allows, and the scope names what reaches something', () => {
    fc.assert(
      fc.property(account, person, asked, (all, who, what) => {
        const principal = all[who];
        if (principal === undefined) return;
        const reach = reachOf(principal, asPeople(all), { action: what.action, at });
        expect(reaches(reach, what.thing)).toBe(may(all, who, what));
        if (!may(all, who, what)) return;
        const scope = scopeOf(principal, asPeople(all), { all: actions, at });
        if (what.action !== 'account.edit' || what.thing === accountItself) expect(scope).toContain(what.action);
      }),
      runs,
    );
  });
});

describe('decide', () => {
  const allow = (resources: string[], names = ['rooms.start']): Statement => ({
    id: 'yes',
    effect: 'allow',
    actions: names,
    resources,
  });
  const of = (statements: Statement[], more: Partial<Principal> = {}): Principal => ({
    userId: 'u',
    owner: false,
    boundary: null,
    sources: [{ kind: 'own', id: 'o', name: 'Own', statements, grantors: [] }],
    ...more,
  });
  const ask = (principal: Principal, thing: PolicyThing, people: PrincipalsById = new Map()) =>
    decide(principal, people, { action: 'rooms.start', thing, at });
  const a: PolicyThing = { names: ['room/a'], own: false };
  const b: PolicyThing = { names: ['room/b'], own: false };

  test('somebody limited to a room starts that one alone, and learns why', () => {
    expect(ask(of([allow(['room/a'])]), a)).toMatchObject({ allowed: true, by: 'allow', statementId: 'yes' });
    expect(ask(of([allow(['room/a'])]), b)).toMatchObject({ allowed: false, by: 'nothing' });
  });
  test('a deny wins over everything but the owner', () => {
    const no: Statement = { ...allow(['room/a']), id: 'no', effect: 'deny' };
    expect(ask(of([allow(['*']), no]), a)).toMatchObject({ allowed: false, by: 'deny', statementId: 'no' });
    expect(ask(of([allow(['*']), no]), b).allowed).toBe(true);
    expect(ask(of([no], { owner: true }), a)).toMatchObject({ allowed: true, by: 'owner' });
  });
  test('what the boundary does not allow is not allowed', () => {
    expect(ask(of([allow(['*'])], { boundary: [allow(['room/b'])] }), a)).toMatchObject({ allowed: false, by: 'boundary' });
    expect(ask(of([allow(['*'])], { boundary: [allow(['room/b'])] }), b).allowed).toBe(true);
  });
  test('a grant ends with the right of whoever gave it, and grants in a ring come from nowhere', () => {
    const given = of([], { sources: [{ kind: 'set', id: 's', name: 'S', statements: [allow(['*'])], grantors: ['boss'] }] });
    const boss = { ...of([allow(['*'])]), userId: 'boss' };
    expect(ask(given, a, new Map([['boss', boss]])).allowed).toBe(true);
    expect(ask(given, a, new Map([['boss', { ...boss, sources: [] }]]))).toMatchObject({ allowed: false, by: 'grantor' });
    expect(ask(given, a).by).toBe('grantor');
    const ring = { ...given, userId: 'boss', sources: given.sources.map((one) => ({ ...one, grantors: ['u'] })) };
    expect(
      ask(
        given,
        a,
        new Map([
          ['boss', ring],
          ['u', given],
        ]),
      ).allowed,
    ).toBe(false);
  });
  test('conditions: second factor, address, window over midnight, end', () => {
    const holds = (condition: Statement['condition'], given: Partial<RequestCircumstances> = {}) =>
      conditionHolds({ condition, effect: 'allow' }, { ...at, ...given });
    expect([holds({ mfa: true }), holds({ mfa: true }, { mfa: true })]).toEqual([false, true]);
    expect([holds({ ip: ['192.0.2.0/24'] }), holds({ ip: ['10.0.0.0/8'] }), holds({ ip: ['10.0.0.0/8'] }, { ip: '' })]).toEqual([
      true,
      false,
      false,
    ]);
    const denies = (ip: string) => conditionHolds({ condition: { ip: ['10.0.0.0/8'] }, effect: 'deny' }, { ...at, ip });
    expect(['10.1.2.3', '192.0.2.1', 'fe80::1%eth0', '', 'unix:'].map(denies)).toEqual([true, false, false, true, true]);
    const night = { time: { days: [1], from: '22:00', to: '02:00', zone: 'Europe/Berlin' } };
    expect(holds(night, { now: Date.UTC(2026, 0, 5, 21, 30) })).toBe(true);
    expect(holds(night, { now: Date.UTC(2026, 0, 6, 0, 30) })).toBe(true);
    expect(holds(night, { now: Date.UTC(2026, 0, 5, 0, 30) })).toBe(false);
    expect([holds({ expires: now }), holds({ expires: now + 1 })]).toEqual([false, true]);
  });
  test('no preset but owner and admin holds what later versions add', () => {
    const added = 'brand-new.manage';
    const holds = (['admin', 'moderator', 'member', 'viewer', 'billing', 'support', 'none'] as const).filter(
      (preset) => decide(of([...statementsOfPreset(preset)]), new Map(), { action: added, thing: accountItself, at }).allowed,
    );
    expect(holds).toEqual(['admin']);
    expect(scopeOf(of([...statementsOfPreset('admin')]), new Map(), { all: namesFor('customer'), at })).toEqual(
      namesFor('customer').filter((name) => !name.startsWith('account.close') && !name.startsWith('account.transfer')),
    );
  });
});
