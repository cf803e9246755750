/** Random accounts with random policies, for property tests. */
import fc from 'fast-check';
import type { RequestCircumstances, Condition } from '../conditions.rules.ts';
import type { PrincipalsById, Principal, GrantSource } from '../policy.rules.ts';
import type { Statement } from '../statements.rules.ts';

const now = Date.UTC(2026, 0, 5, 9, 30);
export const at: RequestCircumstances = { mfa: false, ip: '192.0.2.7', now };
export const rooms = ['room/a', 'room/b', 'recording/x'];
export const tags = ['tag/t', 'tag/u'];
export const actions = ['rooms.view', 'rooms.edit', 'rooms.start', 'recordings.view', 'account.edit'];

const condition: fc.Arbitrary<Condition | undefined> = fc.option(
  fc.oneof<fc.Arbitrary<Condition>[]>(
    fc.constant<Condition>({ mfa: true }),
    fc.constantFrom('192.0.2.0/24', '10.0.0.0/8').map((range): Condition => ({ ip: [range] })),
    fc.constantFrom(now - 1, now + 1).map((expires): Condition => ({ expires })),
    fc.constantFrom(1, 2).map((day): Condition => ({ time: { days: [day], from: '09:00', to: '10:00', zone: 'UTC' } })),
  ),
  { nil: undefined },
);
export const statement = (effect: fc.Arbitrary<Statement['effect']>): fc.Arbitrary<Statement> =>
  fc.record({
    id: fc.constantFrom('s1', 's2', 's3'),
    effect,
    actions: fc.subarray([...actions, 'rooms.*', '*'], { minLength: 1 }),
    resources: fc.subarray(['*', 'self', ...rooms, ...tags], { minLength: 1 }),
    condition,
  });
export const some = fc.array(statement(fc.constantFrom('allow', 'allow', 'deny')), { maxLength: 4 });
const ids = ['p0', 'p1', 'p2', 'p3'];
const source: fc.Arbitrary<GrantSource> = fc.record({
  kind: fc.constantFrom('own', 'set', 'group'),
  id: fc.constant('x'),
  name: fc.constant('X'),
  statements: some,
  grantors: fc.subarray(ids, { maxLength: 2 }),
});
/** A whole account: everybody may have given something to anybody. */
export const account: fc.Arbitrary<Principal[]> = fc
  .tuple(...ids.map(() => fc.tuple(fc.array(source, { maxLength: 3 }), fc.option(some, { nil: null }), fc.boolean())))
  .map((all) =>
    all.map(([sources, boundary, owner], n) => ({
      userId: ids[n] ?? '',
      owner: n === 0 && owner,
      sources,
      boundary,
    })),
  );
export const asPeople = (all: readonly Principal[]): PrincipalsById => new Map(all.map((one) => [one.userId, one]));
