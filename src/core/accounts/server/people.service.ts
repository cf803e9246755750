/** People: one row each, whatever number of accounts they have a place in. They are looked at with the system's eyes, because a person belongs to no account. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { UserState } from '../accounts.rules.ts';
import { accountEvents } from './accounts.events.ts';
import {
  changeUserRow,
  colleaguesById,
  countUsers,
  insertUser,
  lockUser,
  namesById,
  replaceHash,
  setUserFacts,
  userByEmail,
  userById,
  usersPage,
} from './people.queries.ts';
import type { UserRow } from './accounts.table.ts';

/** A person without the password's hash. Times in epoch milliseconds. */
export type Person = {
  id: string;
  email: string;
  name: string;
  state: UserState;
  locale: string;
  timeZone: string;
  emailVerifiedAt: number | null;
  passwordChangedAt: number | null;
  version: number;
  createdAt: number;
};

const ms = (at: Date | null) => at?.getTime() ?? null;
const personOf = (row: UserRow): Person => ({
  id: row.id,
  email: row.email,
  name: row.name,
  state: row.state,
  locale: row.locale,
  timeZone: row.timeZone,
  emailVerifiedAt: ms(row.emailVerifiedAt),
  passwordChangedAt: ms(row.passwordChangedAt),
  version: row.version,
  createdAt: row.createdAt.getTime(),
});

export async function findPerson(db: Db, id: string): Promise<Person | null> {
  const row = await userById(db, id);
  return row === null ? null : personOf(row);
}

/** Names by id, for lists, in one query. Unknown ids are missing in the result. */
export async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  return new Map((await namesById(db, wanted)).map((one) => [one.id, one.name]));
}

/** The same of those alone who have a place in the account, or had one. */
export async function findColleagues(db: Db, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string }>();
  return new Map((await colleaguesById(db, accountId, ids)).map((one) => [one.id, one]));
}

export async function findPersonByEmail(db: Db, email: string): Promise<Person | null> {
  const row = await userByEmail(db, email);
  return row === null ? null : personOf(row);
}

/** The person with the hash to compare a password with; for signing in only. */
export async function findCredentials(
  db: Db,
  by: { email: string } | { id: string },
): Promise<{ person: Person; passwordHash: string | null } | null> {
  const row = 'id' in by ? await userById(db, by.id) : await userByEmail(db, by.email);
  return row === null ? null : { person: personOf(row), passwordHash: row.passwordHash };
}

export type NewPerson = {
  email: string;
  name: string;
  passwordHash: string | null;
  locale: string;
  timeZone: string;
  emailVerified: 'yes' | 'no';
  termsVersion: string | null;
};

/** Makes a person. Throws `email_taken`. Returns the id. */
export async function createPerson(ctx: Ctx, tx: Db, input: NewPerson): Promise<string> {
  const id = newId(ctx.now());
  const now = new Date(ctx.now());
  try {
    await insertUser(tx, {
      id,
      email: input.email,
      name: input.name,
      passwordHash: input.passwordHash,
      state: 'active',
      locale: input.locale,
      timeZone: input.timeZone,
      emailVerifiedAt: input.emailVerified === 'yes' ? now : null,
      passwordChangedAt: input.passwordHash === null ? null : now,
      termsVersion: input.termsVersion,
      version: 1,
      createdAt: now,
    });
  } catch (error) {
    if (isDuplicate(error, 'users_email')) throw new Failure('email_taken');
    throw error;
  }
  return id;
}

/** Name, language and zone. Throws `changed_meanwhile` when the person changed since `version`. */
export async function changePerson(
  tx: Db,
  key: { id: string; version: number },
  change: { name?: string; locale?: string; timeZone?: string },
): Promise<Person> {
  const row = await changeUserRow(tx, key, change);
  if (row !== null) return personOf(row);
  const found = await userById(tx, key.id);
  if (found === null) throw notFound();
  throw new Failure('changed_meanwhile', { data: { version: found.version } });
}

export async function setPasswordHash(ctx: Ctx, tx: Db, input: { userId: string; passwordHash: string }): Promise<void> {
  await setUserFacts(tx, input.userId, { passwordHash: input.passwordHash, passwordChangedAt: new Date(ctx.now()) });
}

/** Takes the password away; the person comes in another way or sets a new one by mail. */
export async function clearPassword(tx: Db, userId: string): Promise<void> {
  await setUserFacts(tx, userId, { passwordHash: null, passwordChangedAt: null });
}

/** Puts a stronger hash of the same password in the place of `old`. */
export async function strengthenHash(tx: Db, input: { userId: string; old: string; passwordHash: string }): Promise<void> {
  await replaceHash(tx, { id: input.userId, old: input.old }, input.passwordHash);
}

/** Sets a proven address. Throws `email_taken`. */
export async function setEmail(ctx: Ctx, tx: Db, input: { userId: string; email: string }): Promise<void> {
  try {
    await setUserFacts(tx, input.userId, { email: input.email, emailVerifiedAt: new Date(ctx.now()) });
  } catch (error) {
    if (isDuplicate(error, 'users_email')) throw new Failure('email_taken');
    throw error;
  }
}

/** Sets an address that nobody has proven yet. Throws `email_taken`. */
export async function setUnprovenEmail(tx: Db, input: { userId: string; email: string }): Promise<void> {
  try {
    await setUserFacts(tx, input.userId, { email: input.email, emailVerifiedAt: null });
  } catch (error) {
    if (isDuplicate(error, 'users_email')) throw new Failure('email_taken');
    throw error;
  }
}

/** Following a mailed link proves that the address belongs to the person. */
export async function noteEmailProven(ctx: Ctx, tx: Db, userId: string): Promise<void> {
  const row = await userById(tx, userId);
  if (row !== null && row.emailVerifiedAt === null) await setUserFacts(tx, userId, { emailVerifiedAt: new Date(ctx.now()) });
}

/** Suspends a person or lets them back in, for the operator; counts from their next request on. */
export async function changePersonState(ctx: Ctx, input: { userId: string; to: UserState }): Promise<void> {
  if (
    ctx.actor.kind !== 'system' &&
    !(ctx.actor.kind === 'user' && ctx.actor.accountKind === 'operator' && ctx.actor.scope.includes('users.manage'))
  )
    throw notAllowed('users.manage');
  await ctx.system.write(async (tx) => {
    const row = await lockUser(tx, input.userId);
    if (row === null) throw notFound();
    if (row.state === input.to) return;
    await setUserFacts(tx, row.id, { state: input.to });
    await record(ctx, tx, { action: `accounts.person-${input.to}`, subjectKind: 'user', subjectId: row.id });
    await ctx.events.publish(ctx, tx, {
      name: accountEvents.personStateChanged,
      accountId: null,
      data: { userId: row.id, to: input.to },
    });
  });
}

export type PersonPage = { items: Person[]; next: string | null; total?: number | undefined };

/** People of the installation, newest first, for the operator's command line. */
export async function listPeople(ctx: Ctx, query: { search?: string; cursor?: string; limit?: number }): Promise<PersonPage> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  const limit = query.limit ?? 50;
  const search = query.search ?? null;
  const rows = await usersPage(ctx.system.read, search, { before: idCursor.read(query.cursor), limit: limit + 1 });
  const { shown, next } = pageById(rows, limit);
  return {
    items: shown.map(personOf),
    next,
    total: await countUsers(ctx.system.read, search),
  };
}
