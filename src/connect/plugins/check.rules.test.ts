import { expect, test } from 'vitest';
import type { EndpointCall, SecretItem } from '../endpoint/endpoint.contract.ts';
import { checkOf, type SeenClient, secretsFor, stepStates, warningsOf, wrongStep } from './check.rules.ts';
import { addressAs, type PluginProgram } from './guides.rules.ts';
import { programOf } from './programs.rules.ts';

const moodle = programOf('moodle');
if (moodle === null) throw new Error('no guide for Moodle');
const program: PluginProgram = moodle;

const call = (over: Partial<EndpointCall> = {}): EndpointCall => ({
  id: 'c',
  at: 1_000,
  call: 'getMeetings',
  method: 'GET',
  meeting: null,
  secret: { id: 's1', name: 'Main' },
  client: 'moodle',
  address: '192.0.2.7',
  outcome: 'answered',
  key: null,
  reason: null,
  tookMs: 3,
  unhonoured: [],
  ...over,
});
const seen = (last: Partial<EndpointCall>, over: Partial<SeenClient> = {}): SeenClient => ({
  client: 'moodle',
  last: call(last),
  lastAnswered: 900,
  creates: 0,
  joins: 0,
  ...over,
});
const secret = (over: Partial<SecretItem>): SecretItem => ({
  id: 's1',
  name: 'Main',
  hint: '7f3c',
  calls: null,
  ranges: null,
  callsPerMinute: null,
  bodyHash: false,
  hashes: null,
  meetingsAtOnce: null,
  peoplePerMeeting: null,
  state: 'active',
  endsAt: null,
  replaces: null,
  createdAt: 1,
  lastUsedAt: null,
  lastAddress: null,
  ...over,
});

test('without a call nothing is proven, whatever other programs do', () => {
  const check = checkOf(program, [seen({}, { client: 'wordpress' })]);
  expect(check).toMatchObject({ state: 'none', last: null, proven: [], mend: null });
  expect(stepStates(program.steps, check)).toEqual(['open', 'open', 'open', 'open']);
});

test('steps tick off with what was seen', () => {
  const first = checkOf(program, [seen({})]);
  expect(first.proven).toEqual(['reached', 'secret']);
  expect(stepStates(program.steps, first)).toEqual(['done', 'done', 'open', 'open']);
  const met = checkOf(program, [seen({ call: 'join' }, { creates: 2, joins: 5 })]);
  expect(met.proven).toEqual(['reached', 'secret', 'meeting', 'joined']);
  expect(stepStates(program.steps, met)).toEqual(['done', 'done', 'open', 'done']);
});

test('a wrong secret points at the step with the secret, even where another one fitted before', () => {
  const refused = { outcome: 'refused', key: 'checksumError', reason: 'wrong_secret', secret: null } as const;
  const check = checkOf(program, [seen(refused, { creates: 3, joins: 4 })]);
  expect(check).toMatchObject({ state: 'refused', mend: 'values', proven: ['reached'] });
  expect(wrongStep(program.steps, check)).toBe(1);
  expect(stepStates(program.steps, check)).toEqual(['done', 'wrong', 'open', 'open']);
});

test('a rule of the secret is mended there too; a limit and what we do not know are no step of the guide', () => {
  const rule = checkOf(program, [seen({ outcome: 'refused', reason: 'address_not_allowed' })]);
  expect([rule.mend, wrongStep(program.steps, rule)]).toEqual(['secret', 1]);
  expect(rule.proven).toEqual(['reached', 'secret']);
  const full = checkOf(program, [seen({ outcome: 'refused', reason: 'meetings_at_once' }, { creates: 1 })]);
  expect([full.mend, wrongStep(program.steps, full), full.proven]).toEqual(['plan', null, ['reached', 'secret', 'meeting']]);
  expect(checkOf(program, [seen({ outcome: 'failed', reason: 'internal' })]).mend).toBe('us');
  expect(checkOf(program, [seen({ outcome: 'refused', reason: 'bad_value' })]).mend).toBe('program');
});

test('asking for a meeting that is over is no trouble of the connection', () => {
  const check = checkOf(program, [seen({ outcome: 'refused', key: 'notFound', reason: 'meeting_unknown' })]);
  expect(check).toMatchObject({ state: 'connected', mend: null });
});

test('the guide for all others takes together who has no name', () => {
  const other = programOf('other');
  if (other === null) throw new Error('no guide for others');
  const check = checkOf(other, [
    seen({ at: 5, client: 'script' }, { client: 'script', creates: 1, lastAnswered: 5 }),
    seen({ at: 9, client: 'unknown' }, { client: 'unknown', creates: 2, joins: 1, lastAnswered: null }),
  ]);
  expect(check).toMatchObject({ creates: 3, joins: 1, lastAnswered: 5, last: { at: 9 } });
});

test('the secret of the program stands first, ended ones are not offered', () => {
  const all = [
    secret({ id: 'old', state: 'ended' }),
    secret({ id: 'main' }),
    secret({ id: 'ending', state: 'ending' }),
    secret({ id: 'cloud', name: 'Nextcloud' }),
    secret({ id: 'moodle', name: 'Our Moodle' }),
  ];
  const ids = (last: EndpointCall | null) => secretsFor(program, all, last).map((one) => one.id);
  expect(ids(null)).toEqual(['moodle', 'main', 'ending', 'cloud']);
  expect(ids(call({ secret: { id: 'main', name: 'Main' } }))).toEqual(['main', 'moodle', 'ending', 'cloud']);
});

test('what a secret demands is told beforehand', () => {
  expect(warningsOf(secret({}))).toEqual([]);
  const strict = secret({ bodyHash: true, ranges: ['10.0.0.0/8'], calls: ['create', 'getMeetings'], endsAt: 5 });
  expect(warningsOf(strict)).toEqual([
    { kind: 'bodyHash', names: [], at: null },
    { kind: 'ranges', names: ['10.0.0.0/8'], at: null },
    { kind: 'calls', names: ['join', 'getMeetingInfo', 'isMeetingRunning'], at: null },
    { kind: 'ending', names: [], at: 5 },
  ]);
});

test('each field gets the address in its own form', () => {
  const url = 'https://meet.example/e/abc/bigbluebutton/';
  expect(addressAs(url, 'url')).toBe(url);
  expect(addressAs(url, 'apiUrl')).toBe('https://meet.example/e/abc/bigbluebutton/api/');
  expect(addressAs(url, 'bareUrl')).toBe('meet.example/e/abc');
  expect(addressAs('https://bbb.school.example/bigbluebutton/', 'bareUrl')).toBe('bbb.school.example');
});
