/** Places of people in an account, for core/iam, which decides who may change what. `tx` is the system's. */
import { Failure, notFound } from '#kit/errors.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { accountById, type FirstSeat, firstSeatsOf, lockAccount } from './accounts.queries.ts';
import type { MembershipRow } from './accounts.table.ts';
import {
  lockPlaceRow,
  lockPlaceRows,
  lockPlacesOf,
  type PlaceChange,
  placeCount,
  placesCounted,
  placeRow,
  type PlaceKey,
  renameSignInRows,
  setAliasRow,
  setPlaceRow,
} from './places.queries.ts';

export type AccountPlace = MembershipRow;
export type { PlaceChange, PlaceKey };

/** The place, held until the transaction ends. Throws `not_found`. */
export async function lockPlace(tx: Db, key: PlaceKey): Promise<AccountPlace> {
  const row = await lockPlaceRow(tx, key);
  if (row === null) throw notFound();
  return row;
}

/** Every place of a person, held until the transaction ends. Returns the accounts, in the order in which anything about them is to be written. */
export const holdPlacesOf = (tx: Db, userId: string): Promise<string[]> => lockPlacesOf(tx, userId);

/** Holds these places in one order before any of them is written, so that nobody who writes another one waits in a circle. */
export const holdPlaces = lockPlaceRows;

export async function changePlace(tx: Db, key: PlaceKey, change: PlaceChange): Promise<AccountPlace> {
  const row = await setPlaceRow(tx, key, change);
  if (row === null) throw notFound();
  return row;
}

/** The place, whatever its state. Throws `not_found`. */
export async function findPlace(db: Db, key: PlaceKey): Promise<AccountPlace> {
  const row = await placeRow(db, key);
  if (row === null) throw notFound();
  return row;
}

/** By their addresses in lower case, where people of the platform have their first place. */
export async function findFirstSeats(db: Db, emails: readonly string[]): Promise<Map<string, FirstSeat>> {
  if (emails.length === 0) return new Map();
  const seats = await firstSeatsOf(
    db,
    emails.map((email) => email.toLowerCase()),
  );
  return new Map(seats.map((seat) => [seat.email, seat]));
}

/** Holds the account, so that two who take its last place do so one after the other. Returns how many places are taken. */
export async function lockPlaces(tx: Db, accountId: string): Promise<number> {
  if ((await lockAccount(tx, accountId)) === null) throw notFound();
  return placeCount(tx, accountId);
}
/** From the account's own counter: cheap, however many there are. */
export const countedPlaces = placesCounted;
export const countPlaces = (db: Db, accountId: string): Promise<number> => placeCount(db, accountId);

/** The name of the account in sign-ins as `alias/name`; null: it has none yet. */
export const aliasOf = async (db: Db, accountId: string): Promise<string | null> =>
  (await accountById(db, accountId))?.alias ?? null;

/** Gives the account its alias; sign-ins with the former one get the new one. Throws `alias_taken`. */
export async function changeAlias(tx: Db, accountId: string, alias: string): Promise<void> {
  const before = (await lockAccount(tx, accountId))?.alias ?? null;
  try {
    await setAliasRow(tx, accountId, alias);
  } catch (error) {
    if (isDuplicate(error, 'accounts_alias')) throw new Failure('alias_taken', { fields: { 'body.alias': 'alias_taken' } });
    throw error;
  }
  if (before !== null && before !== alias) await renameSignInRows(tx, before, alias);
}
