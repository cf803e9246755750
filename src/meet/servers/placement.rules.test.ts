import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedSize, type SizeSources } from './meeting-size.rules.ts';
import {
  decay,
  type PlacementPolicy,
  type PlacementRequest,
  type PlacementServer,
  placementFacts,
  type PlacementReservation,
  rankServers,
  standardPolicy,
} from './placement.rules.ts';
import { healths, serverStates } from './servers.rules.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const sized = (hint: number | null): SizeSources => ({ hint, roomRuns: [], accountUsual: null, maximum: null });
const request = (over: Partial<PlacementRequest> = {}): PlacementRequest => ({
  key: 'meeting',
  size: sized(20),
  video: 0,
  minutes: 60,
  pools: { required: [], preferred: [] },
  tags: { required: [], preferred: [] },
  region: null,
  isolation: 'none',
  record: false,
  parentServerId: null,
  tried: [],
  ...over,
});
const server = (id: string, over: Partial<PlacementServer> = {}): PlacementServer => ({
  id,
  state: 'enabled',
  health: 'healthy',
  failures: 0,
  load: { at: now, people: 0, videos: 0, meetings: 0 },
  isolated: false,
  multiplier: 1,
  limits: { people: null, meetings: null },
  pools: [],
  tags: [],
  region: null,
  records: true,
  maintenance: [],
  ...over,
});
const busy = (people: number, meetings = 1) => ({ load: { at: now, people, videos: 0, meetings } });
const reserved = (serverId: string, over: Partial<PlacementReservation> = {}): PlacementReservation => ({
  serverId,
  size: 30,
  video: 0,
  at: now,
  seen: null,
  ...over,
});
type RankCase = { request?: Partial<PlacementRequest>; reservations?: PlacementReservation[]; policy?: Partial<PlacementPolicy> };
const rank = (servers: PlacementServer[], asked: RankCase = {}) =>
  rankServers({
    now,
    request: request(asked.request),
    servers,
    reservations: asked.reservations ?? [],
    policy: { ...standardPolicy, ...asked.policy },
  });
const names = (servers: PlacementServer[], asked: RankCase = {}) => rank(servers, asked).candidates.map(({ id }) => id);
const reasons = (one: PlacementServer, asked: RankCase = {}) => rank([one], asked).out.flatMap((out) => out.reasons);

test('a meeting that was just created weighs what is expected of it, until its people are counted', () => {
  const pool = [server('a', busy(0)), server('b', busy(25))];
  expect(names(pool)).toEqual(['a', 'b']);
  expect(names(pool, { reservations: [reserved('a')] })).toEqual(['b', 'a']);
  expect(names(pool, { reservations: [reserved('a', { seen: 10 })] })).toEqual(['a', 'b']);
  expect(names(pool, { reservations: [reserved('a', { at: now - 10 * minute })] })).toEqual(['a', 'b']);
  expect(rank(pool, { reservations: [reserved('a', { seen: 12 })] }).candidates[0]).toMatchObject({ people: 18, reserved: 18 });
  // counted people beyond the expected ones are no credit for others
  expect(rank(pool, { reservations: [reserved('a', { seen: 90 })] }).candidates[0]).toMatchObject({ reserved: 0 });
});

test('a reservation holds, then fades, and never grows', () => {
  const { holdsFor, halfLife, reservationLasts } = placementFacts;
  expect([-5, 0, holdsFor, holdsFor + halfLife, reservationLasts].map(decay)).toEqual([1, 1, 1, 0.5, 0]);
  fc.assert(fc.property(fc.nat(2 * reservationLasts), fc.nat(minute), (age, more) => decay(age + more) <= decay(age)));
});

test('a strong machine takes more, and takes what may grow beyond expectation', () => {
  expect(names([server('weak', { multiplier: 2, ...busy(30) }), server('strong', { multiplier: 0.5, ...busy(90) })])).toEqual([
    'strong',
    'weak',
  ]);
  const pool = [server('weak', { multiplier: 1.6, ...busy(50) }), server('usual', busy(95))];
  expect(names(pool)[0]).toBe('usual');
  expect(names(pool, { request: { size: { ...sized(10), maximum: 10 } } })[0]).toBe('weak');
  expect(names(pool, { request: { size: sized(null) } })[0]).toBe('usual');
});

test('video and meetings weigh as the policy says', () => {
  const pool = [server('a', { load: { at: now, people: 10, videos: 10, meetings: 1 } }), server('b', busy(15))];
  expect(names(pool)).toEqual(['b', 'a']);
  expect(names(pool, { policy: { weights: { video: 0, meeting: 1 } } })).toEqual(['a', 'b']);
  expect(rank([server('a')], { request: { video: 0.5 } }).candidates[0]?.after).toBe(20 * 1.5 + 1);
});

test('who is out is told with every reason', () => {
  expect(reasons(server('a', { state: 'draining', health: 'offline' }))).toEqual(['state', 'offline']);
  expect(reasons(server('a', { health: 'unknown' }))).toEqual(['unchecked']);
  expect(reasons(server('a'), { request: { tried: ['a'] } })).toEqual(['tried']);
  expect(reasons(server('a', { maintenance: [{ from: now - 1, until: now + 1 }] }))).toEqual(['maintenance']);
  expect(reasons(server('a', { maintenance: [{ from: now - 1, until: now }] }))).toEqual([]);
  const wishes = {
    pools: { required: ['gold', 'silver'], preferred: [] },
    tags: { required: ['gpu'], preferred: [] },
    region: { name: 'eu', need: 'required' as const },
    record: true,
  };
  expect(reasons(server('a', { records: false }), { request: wishes })).toEqual(['pool', 'tag', 'region', 'recording']);
  expect(reasons(server('a', { pools: ['silver'], tags: ['gpu', 'x'], region: 'eu' }), { request: wishes })).toEqual([]);
  expect(reasons(server('a', { isolated: true }))).toEqual(['held']);
  expect(reasons(server('a', busy(3)), { request: { isolation: 'required' } })).toEqual(['occupied']);
  expect(reasons(server('a', { insecure: true }))).toEqual(['insecure']);
  expect(reasons(server('a'), { request: { isolation: 'required' }, reservations: [reserved('a')] })).toEqual(['occupied']);
});

test('a degraded server is taken only when the operator allows it and no healthy one is there', () => {
  const sick = server('sick', { health: 'degraded' });
  const allowed = { policy: { degraded: 'last-resort' as const } };
  expect(names([sick])).toEqual([]);
  expect(names([sick], allowed)).toEqual(['sick']);
  expect(names([sick, server('well', busy(900))], allowed)).toEqual(['well']);
  expect(rank([sick, server('well')], allowed).out).toMatchObject([{ id: 'sick', reasons: ['degraded'] }]);
  expect(names([sick, server('well')], { ...allowed, request: { tried: ['well'] } })).toEqual(['sick']);
});

test('wishes come before load, and pool before tag before region', () => {
  const pool = [
    server('none'),
    server('region', { region: 'eu', ...busy(10) }),
    server('tag', { tags: ['gpu'], ...busy(20) }),
    server('pool', { pools: ['gold'], ...busy(30) }),
  ];
  const wished = {
    pools: { required: [], preferred: ['gold'] },
    tags: { required: [], preferred: ['gpu'] },
    region: { name: 'eu', need: 'preferred' as const },
  };
  expect(names(pool, { request: wished })).toEqual(['pool', 'tag', 'region', 'none']);
});

test('a full server comes after one that fits, or is out when the operator says so', () => {
  const full = server('full', { limits: { people: 19, meetings: null } });
  const crowded = server('crowded', { limits: { people: null, meetings: 1 }, ...busy(1) });
  expect(names([full, crowded, server('fits', busy(500))])).toEqual(['fits', 'full', 'crowded']);
  expect(reasons(full, { policy: { whenFull: 'refuse' } })).toEqual(['people-limit']);
  expect(reasons(crowded, { policy: { whenFull: 'refuse' } })).toEqual(['meeting-limit']);
  // a meeting that the server has not listed yet takes its place already
  const one = server('one', { limits: { people: null, meetings: 1 } });
  expect(reasons(one, { policy: { whenFull: 'refuse' }, reservations: [reserved('one')] })).toEqual(['meeting-limit']);
});

test('maintenance within the meeting and failures make a server come later', () => {
  const soon = server('soon', { maintenance: [{ from: now + 30 * minute, until: now + 90 * minute }] });
  expect(names([soon, server('shaky', { failures: 1 }), server('fine', busy(200))])).toEqual(['fine', 'shaky', 'soon']);
  expect(names([soon, server('fine', busy(200))], { request: { minutes: 20 } })).toEqual(['soon', 'fine']);
});

test('meetings that come at once to equal servers spread', () => {
  const pool = Array.from({ length: 20 }, (_, at) => server(`s${at}`));
  const first = new Set(Array.from({ length: 100 }, (_, at) => names(pool, { request: { key: `meeting-${at}` } })[0]));
  expect(first.size).toBeGreaterThan(15);
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const some = fc.subarray(['x', 'y', 'z']);
const maybe = (most: number) => fc.option(fc.nat(most));
const anyServer: fc.Arbitrary<PlacementServer> = fc.record({
  id,
  state: fc.oneof(fc.constant('enabled' as const), fc.constantFrom(...serverStates)),
  health: fc.oneof(fc.constant('healthy' as const), fc.constantFrom(...healths)),
  failures: fc.nat(2),
  load: fc.record({ at: fc.constant(now), people: fc.nat(300), videos: fc.nat(50), meetings: fc.nat(20) }),
  isolated: fc.boolean(),
  multiplier: fc.constantFrom(0.5, 1, 2),
  limits: fc.record({ people: maybe(300), meetings: maybe(20) }),
  pools: some,
  tags: some,
  region: fc.option(fc.constantFrom('eu', 'us')),
  records: fc.boolean(),
  maintenance: fc.array(
    fc.record({ from: fc.integer({ min: now - minute, max: now + minute }), until: fc.constant(now + minute) }),
    {
      maxLength: 1,
    },
  ),
});
const anyReservation = fc.record({
  serverId: id,
  size: fc.nat(100),
  video: fc.constant(0.2),
  at: fc.integer({ min: now - 30 * minute, max: now }),
  seen: maybe(100),
});
const wish = fc.record({ required: fc.subarray(['x']), preferred: some });
const anyRequest = fc.record({
  key: fc.uuid(),
  size: fc.record({ hint: maybe(200), roomRuns: fc.array(fc.nat(90)), accountUsual: maybe(50), maximum: maybe(100) }),
  video: fc.constant(0.2),
  minutes: fc.constant(60),
  pools: wish,
  tags: wish,
  region: fc.option(fc.record({ name: fc.constant('eu'), need: fc.constantFrom('required' as const, 'preferred' as const) })),
  isolation: fc.constantFrom('none' as const, 'preferred' as const, 'required' as const),
  record: fc.boolean(),
  parentServerId: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: id }),
  tried: fc.subarray(['a', 'b']),
});
const anyQuestion = fc.record({
  now: fc.constant(now),
  request: anyRequest,
  servers: fc.uniqueArray(anyServer, { selector: (one) => one.id }),
  reservations: fc.array(anyReservation),
  policy: fc.record({
    degraded: fc.constantFrom('never' as const, 'last-resort' as const),
    whenFull: fc.constantFrom('overfill' as const, 'refuse' as const),
    weights: fc.constant({ video: 1, meeting: 1 }),
  }),
});

test('whatever is asked: every server is either a candidate or out with a reason, and none is taken in a wrong state', () => {
  const seen = { candidates: 0, degraded: 0, breakouts: 0, fits: 0 };
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { candidates, out } = rankServers(question);
      expect([...candidates, ...out].map((one) => one.id).sort()).toEqual(question.servers.map((one) => one.id).sort());
      expect(out.every((one) => one.reasons.length > 0)).toBe(true);
      const taken = candidates.flatMap((one) => question.servers.filter((known) => known.id === one.id));
      const healthy = taken.filter((one) => one.health === 'healthy').length;
      seen.candidates += taken.length;
      for (const one of taken) {
        if (one.state !== 'draining' || question.request.parentServerId === null) expect(one.state).toBe('enabled');
        expect(question.request.tried).not.toContain(one.id);
        if (one.health === 'healthy') continue;
        seen.degraded += 1;
        expect([one.health, question.policy.degraded, healthy]).toEqual(['degraded', 'last-resort', 0]);
      }
      if (question.request.parentServerId !== null) {
        seen.breakouts += taken.length;
        expect(taken.map((one) => one.id).filter((one) => one !== question.request.parentServerId)).toEqual([]);
        return;
      }
      const over = candidates.map((one) => {
        const { limits } = taken.find(({ id: known }) => known === one.id) ?? server('');
        const people = one.people + expectedSize(question.request.size).people;
        return (
          (limits.people !== null && people > limits.people) || (limits.meetings !== null && one.meetings + 1 > limits.meetings)
        );
      });
      seen.fits += over.filter((full) => !full).length;
      expect(over).toEqual(over.toSorted((a, b) => Number(a) - Number(b)));
      if (question.policy.whenFull === 'refuse') expect(over).not.toContain(true);
    }),
    { numRuns: 3_000, seed: 20_260_901 },
  );
  // the runs did reach every branch
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});

test('the answer does not depend on the order in which servers and reservations are given', () => {
  fc.assert(
    fc.property(anyQuestion, fc.infiniteStream(fc.nat(1_000)), (question, stream) => {
      const mixed = <T>(all: readonly T[]) =>
        all
          .map((one) => ({ one, at: stream.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
      const other = rankServers({ ...question, servers: mixed(question.servers), reservations: mixed(question.reservations) });
      const same = rankServers(question);
      expect(other.candidates.map((one) => one.id)).toEqual(same.candidates.map((one) => one.id));
      expect(other.out.map((one) => [one.id, one.reasons])).toEqual(same.out.map((one) => [one.id, one.reasons]));
    }),
    { numRuns: 500 },
  );
});
