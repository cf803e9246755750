/** Factors of people, tickets and known devices; with the system's eyes, because they belong to no account. */
import { and, asc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { sessions } from './identity.table.ts';
import {
  knownDevices,
  type PasskeyRow,
  passkeys,
  type RecoveryRow,
  recoveryCodes,
  safetyTickets,
  type TicketRow,
  type TotpRow,
  userTotp,
} from './safety.table.ts';

export async function totpOf(db: Db, userId: string): Promise<TotpRow | null> {
  const [row] = await db.select().from(userTotp).where(eq(userTotp.userId, userId));
  return row ?? null;
}

export const allTotp = (db: Db): Promise<TotpRow[]> => db.select().from(userTotp);

/** Puts a sealed secret in the place of the one that was read; one that changed meanwhile is left alone. */
export async function resealTotp(tx: Db, sealed: { userId: string; old: string; secret: string }): Promise<void> {
  await tx
    .update(userTotp)
    .set({ secret: sealed.secret })
    .where(and(eq(userTotp.userId, sealed.userId), eq(userTotp.secret, sealed.old)));
}

/** Keeps a secret that waits for its first code. False when a confirmed one is there already. */
export async function keepNewTotp(tx: Db, row: { userId: string; secret: string; createdAt: Date }): Promise<boolean> {
  const result = await tx
    .insert(userTotp)
    .values({ ...row, confirmedAt: null, lastStep: null, lastUsedAt: null })
    .onConflictDoUpdate({
      target: userTotp.userId,
      set: { secret: row.secret, createdAt: row.createdAt, lastStep: null, lastUsedAt: null },
      setWhere: isNull(userTotp.confirmedAt),
    });
  return (result.rowCount ?? 0) > 0;
}

export async function confirmTotp(tx: Db, used: { userId: string; secret: string; step: number; at: Date }): Promise<boolean> {
  const result = await tx
    .update(userTotp)
    .set({ confirmedAt: used.at, lastStep: used.step, lastUsedAt: used.at })
    .where(and(eq(userTotp.userId, used.userId), eq(userTotp.secret, used.secret), isNull(userTotp.confirmedAt)));
  return (result.rowCount ?? 0) > 0;
}

/** Uses the code of a step up, and of every step before it. False when that happened before: of two at once only one wins. */
export async function useStep(tx: Db, used: { userId: string; secret: string; step: number; at: Date }): Promise<boolean> {
  const result = await tx
    .update(userTotp)
    .set({ lastStep: used.step, lastUsedAt: used.at })
    .where(
      and(
        eq(userTotp.userId, used.userId),
        eq(userTotp.secret, used.secret),
        or(isNull(userTotp.lastStep), lt(userTotp.lastStep, used.step)),
      ),
    );
  return (result.rowCount ?? 0) > 0;
}

export async function deleteTotp(tx: Db, userId: string): Promise<boolean> {
  const result = await tx.delete(userTotp).where(eq(userTotp.userId, userId));
  return (result.rowCount ?? 0) > 0;
}

export function recoveryOf(db: Db, userId: string): Promise<RecoveryRow[]> {
  return db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function replaceRecovery(tx: Db, userId: string, rows: readonly RecoveryRow[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (rows.length > 0) await tx.insert(recoveryCodes).values([...rows]);
}

export async function useRecovery(tx: Db, used: { userId: string; hash: string; at: Date }): Promise<boolean> {
  const result = await tx
    .update(recoveryCodes)
    .set({ usedAt: used.at })
    .where(and(eq(recoveryCodes.userId, used.userId), eq(recoveryCodes.hash, used.hash), isNull(recoveryCodes.usedAt)));
  return (result.rowCount ?? 0) > 0;
}

export function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt)).limit(100);
}

export async function passkeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

export async function insertPasskey(tx: Db, row: PasskeyRow): Promise<boolean> {
  const result = await tx.insert(passkeys).values(row).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

/** Notes a use. False when the key is gone or was used at the same moment with another count. */
export async function notePasskeyUse(
  tx: Db,
  used: { id: string; from: number; counter: number; synced: boolean; at: Date },
): Promise<boolean> {
  const result = await tx
    .update(passkeys)
    .set({ counter: used.counter, synced: used.synced, lastUsedAt: used.at })
    .where(and(eq(passkeys.id, used.id), eq(passkeys.counter, used.from)));
  return (result.rowCount ?? 0) > 0;
}

export async function renamePasskeyRow(tx: Db, key: { id: string; userId: string }, name: string): Promise<boolean> {
  const result = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, key.id), eq(passkeys.userId, key.userId)));
  return (result.rowCount ?? 0) > 0;
}

export async function deletePasskey(tx: Db, key: { id: string; userId: string }): Promise<boolean> {
  const result = await tx.delete(passkeys).where(and(eq(passkeys.id, key.id), eq(passkeys.userId, key.userId)));
  return (result.rowCount ?? 0) > 0;
}

export async function deletePasskeysOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** Takes off every factor that was set up since then. */
export async function deleteFactorsSince(tx: Db, userId: string, since: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  await tx.delete(userTotp).where(and(eq(userTotp.userId, userId), gte(userTotp.confirmedAt, since)));
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.madeAt, since)));
}

/** Keeps a ticket; one under the same name gives way. */
export async function keepTicket(tx: Db, row: TicketRow): Promise<void> {
  await tx.insert(safetyTickets).values(row).onConflictDoUpdate({ target: safetyTickets.hash, set: row });
}

export async function openTicket(db: Db, hash: string, now: Date): Promise<TicketRow | null> {
  const [row] = await db
    .select()
    .from(safetyTickets)
    .where(and(eq(safetyTickets.hash, hash), gt(safetyTickets.expiresAt, now)));
  return row ?? null;
}

export async function setChallenge(tx: Db, hash: string, challenge: string | null): Promise<void> {
  await tx.update(safetyTickets).set({ challenge }).where(eq(safetyTickets.hash, hash));
}

/** The ticket, locked until the transaction ends. */
export async function lockTicket(tx: Db, hash: string, now: Date): Promise<TicketRow | null> {
  const [row] = await tx
    .select()
    .from(safetyTickets)
    .where(and(eq(safetyTickets.hash, hash), gt(safetyTickets.expiresAt, now)))
    .for('update');
  return row ?? null;
}

/** False when somebody else used it first. */
export async function deleteTicket(tx: Db, hash: string): Promise<boolean> {
  const result = await tx.delete(safetyTickets).where(eq(safetyTickets.hash, hash));
  return (result.rowCount ?? 0) > 0;
}

export async function deleteTicketsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(safetyTickets).where(eq(safetyTickets.userId, userId));
}

export async function setProven(tx: Db, sessionId: string, until: Date): Promise<void> {
  await tx.update(sessions).set({ provenUntil: until }).where(eq(sessions.id, sessionId));
}

/** Notes that a device was there. `first`: nothing was known of the person; `new`: this one was not seen since `since`. */
export async function noteDevice(
  tx: Db,
  device: { userId: string; hash: string; at: Date },
  since: Date,
): Promise<'first' | 'new' | 'known'> {
  const [any] = await tx
    .select({ hash: knownDevices.hash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, device.userId))
    .limit(1);
  const mine = and(eq(knownDevices.userId, device.userId), eq(knownDevices.hash, device.hash));
  const [seen] = await tx
    .select()
    .from(knownDevices)
    .where(and(mine, gt(knownDevices.seenAt, since)));
  await tx
    .insert(knownDevices)
    .values({ userId: device.userId, hash: device.hash, seenAt: device.at })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.hash], set: { seenAt: sql`excluded.seen_at` } });
  if (any === undefined) return 'first';
  return seen === undefined ? 'new' : 'known';
}

export async function deleteTicketsBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(safetyTickets).where(lt(safetyTickets.expiresAt, at));
}

export async function deleteDevicesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

export async function deleteDevicesBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(knownDevices).where(lt(knownDevices.seenAt, at));
}
