/** A host name of a customer or vendor. Anyone can ask for a name; a record in its DNS proves its owner. */

/** Days for which a host name may be wished for without a proof. */
export const HOST_DAYS = 7;
/** Wishes from before then have lapsed. */
export const wishedSince = (now: number): Date => new Date(now - HOST_DAYS * 86_400_000);
export const isLapsed = (
  wish: { host: string | null; hostCheckedAt: Date | null; hostAskedAt: Date | null },
  now: number,
): boolean =>
  wish.host !== null && wish.hostCheckedAt === null && (wish.hostAskedAt === null || wish.hostAskedAt <= wishedSince(now));

export type HostRecord = { name: string; value: string };
/** The DNS record (TXT) that proves a host name: only its owner can publish it there. */
export const hostRecord = ({ host, code }: { host: string; code: string }): HostRecord => ({
  name: `_atrium.${host}`,
  value: `atrium-host=${code}`,
});
/** The record of a stored wish; null without a name. */
export const recordOf = (wish: { host: string | null; hostCode: string | null }): HostRecord | null =>
  wish.host === null || wish.hostCode === null ? null : hostRecord({ host: wish.host, code: wish.hostCode });
