import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everything, nothing, type Reach } from '#kit/reach.ts';
import { isAboutThings } from './iam.rules.ts';
import { account, actions, asPeople, at, some } from './server/policy.factory.ts';
import { decide, type Principal } from './policy.rules.ts';
import type { Statement } from './statements.rules.ts';
import { reachOf } from './reach.rules.ts';
import { type TaggedThing, tagVerdict } from './tagging.rules.ts';
import { tagChange, tagName } from './tags.rules.ts';

const keys = fc.subarray(['t', 'u']);
const aboutThings = actions.filter(isAboutThings);
const may = (all: readonly Principal[], who: string, asked: { action: string; names: readonly string[]; own: boolean }) => {
  const principal = all.find((one) => one.userId === who);
  if (principal === undefined) throw new Error('nobody');
  return decide(principal, asPeople(all), { action: asked.action, thing: asked, at }).allowed;
};
const naming = (all: readonly Principal[], change: readonly string[]): Statement[] =>
  all
    .flatMap((one) => [...one.sources.flatMap(({ statements }) => [...statements]), ...(one.boundary ?? [])])
    .filter(({ resources }) => change.some((key) => resources.includes(tagName(key))));

describe('tagging (abuse row 22)', () => {
  test('nobody gains by it what the tagger does not hold, in the room or in what belongs to it', () => {
    const cases = fc.tuple(account, some, fc.constantFrom('p1', 'p2', 'p3', 'tagger'), fc.tuple(keys, keys, fc.boolean()));
    let told = 0;
    fc.assert(
      fc.property(cases, ([people, boundary, who, [before, after, own]]) => {
        // somebody who holds much is among those who tag: else almost no change would be fine
        const tagger: Principal = {
          userId: 'tagger',
          owner: false,
          boundary: null,
          sources: [
            {
              kind: 'own',
              id: 'x',
              name: 'X',
              statements: [{ id: 'all', effect: 'allow', actions: ['*'], resources: ['*'] }, ...boundary],
              grantors: [],
            },
          ],
        };
        const all = [...people, tagger];
        const asker = all.find((one) => one.userId === who) ?? tagger;
        const { add, drop } = tagChange(before, after);
        const thing: TaggedThing = { names: ['room/a'], before, after, own: () => own, instead: {} };
        const hand = (action: string) => reachOf(asker, asPeople(all), { action, at });
        const { verdict } = tagVerdict(naming(all, [...add, ...drop]), thing, { actions, hand });
        if (verdict !== 'fine') return;
        told += 1;
        for (const other of all)
          for (const action of aboutThings)
            for (const names of [['room/a'], ['recording/x', 'room/a']])
              for (const theirs of [true, false]) {
                const asked = (tags: readonly string[]) => ({ action, names: [...names, ...tags.map(tagName)], own: theirs });
                if (may(all, other.userId, asked(before)) || !may(all, other.userId, asked(after))) continue;
                expect(may(all, who, { ...asked(before), own })).toBe(true);
              }
      }),
      { numRuns: 1_500 },
    );
    expect(told).toBeGreaterThan(200);
  });
});

describe('what is told', () => {
  const allow = (names: string[], resources: string[]): Statement => ({ id: 's', effect: 'allow', actions: names, resources });
  const thing = (change: Partial<TaggedThing> = {}): TaggedThing => ({
    names: ['room/a'],
    before: [],
    after: ['t'],
    own: () => false,
    instead: {},
    ...change,
  });
  const holding =
    (reach: Readonly<Record<string, Reach>>) =>
    (action: string): Reach =>
      reach[action] ?? nothing;
  const room: Reach = { is: 'named', names: ['room/a'] };

  test('the first action that is not the tagger’s', () => {
    const hanging = [allow(['rooms.view', 'rooms.start'], ['tag/t'])];
    const ask = (hand: Parameters<typeof tagVerdict>[2]['hand'], change?: Partial<TaggedThing>) =>
      tagVerdict(hanging, thing(change), { actions, hand });
    expect(ask(holding({ 'rooms.view': room }))).toEqual({ verdict: 'beyond', action: 'rooms.start' });
    expect(ask(holding({ 'rooms.view': room, 'rooms.start': room })).verdict).toBe('fine');
    // a right that comes with the tag alone is none yet, but it is for what is just being made
    const byTag = holding({ 'rooms.view': { is: 'named', names: ['tag/t'] }, 'rooms.start': everything });
    expect(ask(byTag)).toEqual({ verdict: 'beyond', action: 'rooms.view' });
    expect(ask(byTag, { before: null }).verdict).toBe('fine');
  });
  test('a right that leaves out one recording does not reach the whole room', () => {
    const without: Reach = { is: 'and', of: [room, { is: 'not', of: { is: 'named', names: ['recording/x'] } }] };
    const hanging = [allow(['recordings.view'], ['tag/t'])];
    expect(tagVerdict(hanging, thing(), { actions, hand: holding({ 'recordings.view': without }) }).verdict).toBe('beyond');
    expect(tagVerdict(hanging, thing(), { actions, hand: holding({ 'recordings.view': room }) }).verdict).toBe('fine');
  });
  test('leading is held by whoever holds all that it is', () => {
    const hanging = [allow(['rooms.manage'], ['tag/t'])];
    const given = { actions: [...actions, 'rooms.manage'], hand: holding({ 'rooms.view': room, 'rooms.edit': room }) };
    expect(tagVerdict(hanging, thing(), given)).toEqual({ verdict: 'beyond', action: 'rooms.manage' });
    const instead = { 'rooms.manage': ['rooms.view', 'rooms.edit'] };
    expect(tagVerdict(hanging, thing({ instead }), given).verdict).toBe('fine');
  });
  test('what many statements say of one action is looked at once', () => {
    let asked = 0;
    const hand = () => {
      asked += 1;
      return room;
    };
    const hanging = Array.from({ length: 50 }, () => allow(['rooms.view', 'rooms.start'], ['tag/t']));
    expect(tagVerdict(hanging, thing(), { actions, hand }).verdict).toBe('fine');
    expect(asked).toBe(2);
  });
  test('taking off a tag for which something is denied frees somebody', () => {
    const hanging = [{ ...allow(['rooms.view'], ['tag/t']), effect: 'deny' as const }];
    const given = { actions, hand: () => everything };
    expect(tagVerdict(hanging, thing({ before: ['t'], after: [] }), given)).toEqual({ verdict: 'frees' });
    expect(tagVerdict(hanging, thing(), given)).toEqual({ verdict: 'fine' });
  });
});
