/** How long one permission check takes for somebody with many groups and statements. */
import { namesFor } from '#core/iam/iam.rules.ts';
import type { RequestCircumstances, Condition } from '#core/iam/conditions.rules.ts';
import { decide, type GrantSource, type Principal } from '#core/iam/policy.rules.ts';
import type { Statement } from '#core/iam/statements.rules.ts';
import { reachOf } from '#core/iam/reach.rules.ts';
import type { createReport } from './report.ts';

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const zones = ['Europe/Berlin', 'Asia/Tokyo', 'America/Sao_Paulo', 'UTC'];
/** A time window, some addresses, or both, as schools write them: none holds, so that each is looked at. */
const conditionAt = (at: number): Condition => ({
  ...(at % 2 === 0 ? { time: { days: [], from: '08:00', to: '16:00', zone: zones[(at % 8) >> 1] ?? 'UTC' } } : {}),
  ...(at % 3 === 0 ? {} : { ip: [`10.${at % 256}.0.0/16`, `2001:db8:${at.toString(16)}::/48`, '198.51.100.7'] }),
});

/** What 500 statements of 20 groups say, all about the thing that is asked for, each under a condition, passed on by an owner. */
function conditionedPrincipal(): Principal {
  const sources = Array.from(
    { length: 20 },
    (_none, group): GrantSource => ({
      kind: 'group',
      id: `g${group}`,
      name: `Group ${group}`,
      statements: Array.from({ length: 25 }, (_one, n): Statement => {
        const at = group * 25 + n;
        const effect = at % 10 === 0 ? 'deny' : 'allow';
        return { id: `s${at}`, effect, actions: ['rooms.start'], resources: ['*'], condition: conditionAt(at) };
      }),
      grantors: ['owner'],
    }),
  );
  return { userId: 'somebody', owner: false, sources, boundary: null };
}

/** 20 groups with 500 statements together, a tenth of them denials, a third of them about a tag, all passed on by an owner. */
function bigPrincipal(): Principal {
  const names = namesFor('customer');
  const statement = (at: number): Statement => ({
    id: `s${at}`,
    effect: at % 10 === 0 ? 'deny' : 'allow',
    actions: [names[at % names.length] ?? '', names[(at * 7) % names.length] ?? ''],
    resources: [`room/${at}`, at % 3 === 0 ? `tag/t${at}` : `room/${at + 1}`],
  });
  const groups = Array.from(
    { length: 20 },
    (_none, group): GrantSource => ({
      kind: 'group',
      id: `g${group}`,
      name: `Group ${group}`,
      statements: Array.from({ length: 25 }, (_one, at) => statement(group * 25 + at)),
      grantors: ['owner'],
    }),
  );
  return { userId: 'somebody', owner: false, sources: groups, boundary: null };
}

/** Microseconds for one call, the middle of rounds of a thousand. */
function microseconds(work: () => unknown): number {
  const round = () => {
    const from = performance.now();
    for (let n = 0; n < 1_000; n += 1) work();
    return performance.now() - from;
  };
  round();
  return middle(Array.from({ length: 15 }, round));
}

/** Notes the time of the costliest kind of check, one that nothing allows, and of what a list asks. */
export function measureIam(note: ReturnType<typeof createReport>['note']): void {
  const principal = bigPrincipal();
  const people = new Map([['owner', { userId: 'owner', owner: true, sources: [], boundary: null }]]);
  const at: RequestCircumstances = { mfa: true, ip: '192.0.2.7', now: Date.now() };
  const asked = { action: 'rooms.start', thing: { names: ['room/none', 'tag/none', 'tag/other'], own: false }, at };
  note(
    'permission check with 20 groups and 500 statements',
    microseconds(() => decide(principal, people, asked)),
    { unit: 'µs', atMost: 50 },
  );
  const conditioned = conditionedPrincipal();
  // every request parses its address and time once, so its first check is the slowest
  note(
    'permission check with 20 groups and 500 statements, all under conditions',
    microseconds(() => decide(conditioned, people, { ...asked, at })),
    { unit: 'µs', atMost: 50 },
  );
  note(
    'the same as the first check of a request',
    microseconds(() => decide(conditioned, people, { ...asked, at: { ...at } })),
    { unit: 'µs', atMost: 50 },
  );
  note(
    'reach of one action for a list, the same person',
    microseconds(() => reachOf(principal, people, { action: 'rooms.view', at })),
    { unit: 'µs' },
  );
}
