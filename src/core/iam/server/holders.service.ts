/** Who of an account may do something, for those who have news about it. */
import type { Db } from '#kit/server/db/db.ts';
import { type Permission, presets, statementsOfPreset } from '../iam.rules.ts';
import { matchesAction } from '../statements.rules.ts';
import { scopeOf } from '../reach.rules.ts';
import { possibleHolders } from './holders.queries.ts';
import { findPeople } from './principals.service.ts';

/** Nobody writes to more people about one thing. */
const mostHolders = 50;
/** The name itself, and what ends in a star and covers it. */
const coveringNames = (permission: string): string[] => [
  permission,
  ...[...permission].map((_, end) => `${permission.slice(0, end)}*`).filter((pattern) => matchesAction(pattern, permission)),
];
export type HolderQuery = {
  accountId: string;
  permission: Permission;
  now: number;
  /** Only of these. */
  among?: readonly string[];
};

/** Ids of active people who may do it to something, owners first, at most fifty. What depends on how somebody signed in counts as given. */
export async function findHolders(db: Db, { accountId, permission, now, ...narrowed }: HolderQuery): Promise<string[]> {
  const giving = presets.filter((preset) =>
    statementsOfPreset(preset).some(
      (one) => one.effect === 'allow' && one.actions.some((name) => matchesAction(name, permission)),
    ),
  );
  const patterns = coveringNames(permission);
  const ids = await possibleHolders(db, {
    accountId,
    permission,
    presets: giving,
    patterns,
    at: new Date(now),
    most: mostHolders,
    ...narrowed,
  });
  const holders = await holdersAmong(db, { accountId, permission, now, among: ids });
  return ids.filter((id) => holders.has(id));
}

type HoldersAmongQuery = { accountId: string; permission: string; now: number; among: readonly string[] };
/** Those of these people who may do it to something, whatever the state of their place. */
export async function holdersAmong(db: Db, { accountId, permission, now, among }: HoldersAmongQuery): Promise<Set<string>> {
  const people = await findPeople(db, accountId, among);
  const at = { mfa: true, ip: '', now };
  return new Set(
    among.filter((id) => {
      const principal = people.get(id);
      return principal !== undefined && scopeOf(principal, people, { all: [permission], at }).length > 0;
    }),
  );
}
