/**
 * Links of the newsletter's mails: signed, not stored. A link names a subscriber, so it ends with the subscriber's row; an address that
 * subscribes again gets other links.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { newsletterLimits } from '../newsletter.rules.ts';

const purpose = 'newsletter.link';
/** `figures`: counts what a reader opens, and opens nothing itself. */
const linkKinds = ['confirm', 'preferences', 'figures'] as const;
export type NewsletterLink = {
  kind: (typeof linkKinds)[number];
  subscriberId: string;
  /** The list and campaign of the mail in which it stands. */
  listId: string | null;
  campaignId: string | null;
  /** When it was made, epoch milliseconds. */
  at: number;
};

const MAC_BYTES = 16;
const [idBytes, timeBytes] = [16, 6] as const;
const BODY_BYTES = 1 + 3 * idBytes + timeBytes;
const noId = Buffer.alloc(idBytes);
const packId = (id: string | null): Buffer => (id === null ? noId : Buffer.from(id.replaceAll('-', ''), 'hex'));
function unpackId(bytes: Buffer): string | null {
  if (bytes.equals(noId)) return null;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
const macOf = (key: Uint8Array, body: Buffer): string => hmacHex(key, body.toString('hex')).slice(0, MAC_BYTES * 2);

export function signLink(ctx: Pick<Ctx, 'secrets'>, link: NewsletterLink): string {
  const [kind, time] = [Buffer.alloc(1), Buffer.alloc(timeBytes)];
  kind.writeUInt8(linkKinds.indexOf(link.kind));
  time.writeUIntBE(link.at, 0, timeBytes);
  const body = Buffer.concat([kind, packId(link.subscriberId), packId(link.listId), packId(link.campaignId), time]);
  const mac = Buffer.from(macOf(ctx.secrets.derive(purpose), body), 'hex');
  return Buffer.concat([body, mac]).toString('base64url');
}

/** Null: it is not one of ours. */
export function readLink(ctx: Pick<Ctx, 'secrets'>, token: string): NewsletterLink | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== BODY_BYTES + MAC_BYTES) return null;
  const [body, mac] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES).toString('hex')];
  if (!ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(macOf(key, body), mac))) return null;
  const kind = linkKinds[body.readUInt8(0)];
  const idAt = (n: number) => unpackId(body.subarray(1 + n * idBytes, 1 + (n + 1) * idBytes));
  const subscriberId = idAt(0);
  if (kind === undefined || subscriberId === null) return null;
  return { kind, subscriberId, listId: idAt(1), campaignId: idAt(2), at: body.readUIntBE(BODY_BYTES - timeBytes, timeBytes) };
}

const dayMs = 86_400_000;
export const isLinkOld = (link: NewsletterLink, now: number): boolean =>
  now > link.at + dayMs * (link.kind === 'confirm' ? newsletterLimits.pendingDays : newsletterLimits.linkDays);

export const confirmPath = (token: string): string => `/newsletter?confirm=${token}`;
export const preferencesPath = (token: string): string => `/newsletter?preferences=${token}`;
