/** What the log of calls says about a program: how far it is connected, and what stands in the way. Times are epoch milliseconds. */
import type { EndpointCall, SecretItem } from '../endpoint/endpoint.contract.ts';
import type { SecretCall } from '../endpoint/endpoint.rules.ts';
import { type GuideStep, type PluginProgram, type GuideProof, proofs } from './guides.rules.ts';
import { programs } from './programs.rules.ts';

/** The last call of one kind of client, as the endpoint tells it. */
export type SeenClient = {
  client: EndpointCall['client'];
  last: EndpointCall;
  lastAnswered: number | null;
  creates: number;
  joins: number;
};

/** Where a refusal is mended: at the values of the guide, at the secret's rules, at the plan, in the program, or by us. */
export const mends = ['values', 'secret', 'plan', 'program', 'us'] as const;
export type CheckFix = (typeof mends)[number];

export type PluginCheck = {
  state: 'none' | 'connected' | 'refused';
  /** Null: nothing was seen. */
  last: EndpointCall | null;
  lastAnswered: number | null;
  creates: number;
  joins: number;
  proven: readonly GuideProof[];
  /** Null: the last call was answered, or there was none. */
  mend: CheckFix | null;
};

const mendOf: Readonly<Record<string, CheckFix>> = {
  wrong_secret: 'values',
  checksumError: 'values',
  body_hash: 'secret',
  hash_not_allowed: 'secret',
  secret_meetings: 'secret',
  address_not_allowed: 'secret',
  call_not_allowed: 'secret',
  calls_per_minute: 'plan',
  account_suspended: 'plan',
  meetings_at_once: 'plan',
  people_at_once: 'plan',
  people_per_meeting: 'plan',
  insecure_server: 'us',
  secret_lost: 'us',
  no_server: 'us',
  server_failed: 'us',
  server_lost: 'us',
  internal: 'us',
};

/** Refusals that programs bring about in daily use, such as asking for a meeting that is over: the connection stands. */
const harmless: ReadonlySet<string> = new Set([
  'meeting_unknown',
  'entry_locked',
  'not_found',
  'notFound',
  'invalidMeetingIdentifier',
]);

const standsAll = (last: EndpointCall): boolean =>
  last.outcome === 'answered' || (last.secret !== null && harmless.has(last.reason ?? last.key ?? ''));

/** All that was seen of a program in the days that the log is kept. */
export function checkOf(program: Pick<PluginProgram, 'clients'>, seen: readonly SeenClient[]): PluginCheck {
  const own = seen.filter((one) => program.clients.includes(one.client));
  const newest = [...own].sort((a, b) => b.last.at - a.last.at)[0];
  if (newest === undefined)
    return { state: 'none', last: null, lastAnswered: null, creates: 0, joins: 0, proven: [], mend: null };
  const { last } = newest;
  const sum = (of: (one: SeenClient) => number) => own.reduce((all, one) => all + of(one), 0);
  const answeredAt = Math.max(...own.map((one) => one.lastAnswered ?? 0));
  const [creates, joins] = [sum((one) => one.creates), sum((one) => one.joins)];
  const stands = standsAll(last);
  const wrongValues = !stands && mendOf[last.reason ?? ''] === 'values';
  const shown: Record<GuideProof, boolean> = {
    reached: true,
    // what fitted once does not count when the last call was signed with something else
    secret: !wrongValues && (answeredAt > 0 || last.secret !== null),
    meeting: !wrongValues && creates > 0,
    joined: !wrongValues && joins > 0,
  };
  return {
    state: stands ? 'connected' : 'refused',
    last,
    lastAnswered: answeredAt === 0 ? null : answeredAt,
    creates,
    joins,
    proven: proofs.filter((one) => shown[one]),
    mend: stands ? null : (mendOf[last.reason ?? last.key ?? ''] ?? 'program'),
  };
}

export type StepState = 'done' | 'wrong' | 'open';

/** How each step of a guide stands; a refusal marks the step where it is mended. */
export function stepStates(steps: readonly GuideStep[], check: PluginCheck): StepState[] {
  const wrong = wrongStep(steps, check);
  return steps.map((one, at) =>
    at === wrong ? 'wrong' : one.proof !== null && check.proven.includes(one.proof) ? 'done' : 'open',
  );
}

/** The place of the step that a refusal points at, from 0; null when no step of the program mends it. */
export function wrongStep(steps: readonly GuideStep[], check: PluginCheck): number | null {
  if (check.mend !== 'values' && check.mend !== 'secret') return null;
  const at = steps.findIndex((one) => one.fields.some((field) => field.value === 'secret'));
  return at < 0 ? null : at;
}

/** Calls without which no program gets a meeting going. */
const needed: readonly SecretCall[] = ['create', 'join', 'getMeetingInfo', 'isMeetingRunning'];

export type SecretWarning = { kind: 'bodyHash' | 'ranges' | 'calls' | 'ending'; names: readonly string[]; at: number | null };

/** What a secret's own rules have in store for a program that uses it. */
export function warningsOf(secret: SecretItem): SecretWarning[] {
  const missing = secret.calls === null ? [] : needed.filter((one) => !secret.calls?.includes(one));
  const all: (SecretWarning | null)[] = [
    secret.bodyHash ? { kind: 'bodyHash', names: [], at: null } : null,
    secret.ranges === null ? null : { kind: 'ranges', names: secret.ranges, at: null },
    missing.length === 0 ? null : { kind: 'calls', names: missing, at: null },
    secret.endsAt === null ? null : { kind: 'ending', names: [], at: secret.endsAt },
  ];
  return all.filter((one) => one !== null);
}

/**
 * Secrets that work, the likely one for this program first: the one that it used last, then one with its name; those with
 * the names of other programs come last.
 */
export function secretsFor(program: PluginProgram, secrets: readonly SecretItem[], last: EndpointCall | null): SecretItem[] {
  const isNamed = (one: SecretItem, { name }: PluginProgram) =>
    name !== '' && one.name.toLowerCase().includes(name.toLowerCase());
  const rank = (one: SecretItem): number => {
    if (last?.outcome === 'answered' && last.secret?.id === one.id) return 0;
    if (isNamed(one, program)) return 1;
    return programs.some((other) => isNamed(one, other)) ? 3 : 2;
  };
  return secrets
    .filter((one) => one.state === 'active' || one.state === 'ending')
    .sort((a, b) => rank(a) - rank(b) || Number(a.state === 'ending') - Number(b.state === 'ending'));
}
