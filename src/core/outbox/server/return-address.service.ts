/**
 * Addresses to which mail comes back: signed, not stored, so that nobody can write to one that we did not give out. The token behind the +
 * is base32, because mail servers may change the case of the part before the @ (RFC 5321 §2.4 notwithstanding).
 */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';

const purpose = 'outbox.return-address';
export const returnKinds = ['bounce', 'unsubscribe', 'reply'] as const;
export type ReturnKind = (typeof returnKinds)[number];
/** `id`: of the mail for a bounce, of the subscriber for a request to unsubscribe. */
export type ReturnAddress = { kind: ReturnKind; id: string };
type ReturnAddressSecrets = Pick<Ctx, 'secrets' | 'config'>;

const [ID_BYTES, MAC_BYTES] = [16, 10] as const;
const BODY_BYTES = 1 + ID_BYTES;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 §6, in lower case and without padding. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
const macOf = (key: Uint8Array, body: Buffer): string => hmacHex(key, body.toString('hex')).slice(0, MAC_BYTES * 2);

/** Null: no mail comes in here. */
export function returnAddress({ secrets, config }: ReturnAddressSecrets, { kind, id }: ReturnAddress): string | null {
  if (config.inboundAddress === null) return null;
  const [local, domain] = config.inboundAddress.split('@');
  const body = Buffer.concat([Buffer.of(returnKinds.indexOf(kind)), Buffer.from(id.replaceAll('-', ''), 'hex')]);
  const mac = Buffer.from(macOf(secrets.derive(purpose), body), 'hex');
  return `${local}+${toBase32(Buffer.concat([body, mac]))}@${domain}`;
}

/** Null: it is forged or foreign. */
export function readReturnAddress({ secrets, config }: ReturnAddressSecrets, address: string): ReturnAddress | null {
  const [local, domain] = (config.inboundAddress ?? '').split('@');
  const [, givenLocal, token = '', givenDomain] = /^([^+@]+)\+([a-z2-7]{44})@([^@]+)$/.exec(address.trim().toLowerCase()) ?? [];
  if (givenLocal !== local || givenDomain !== domain) return null;
  const bytes = fromBase32(token);
  // one address has one spelling: the last four bits carry nothing
  if (bytes.length !== BODY_BYTES + MAC_BYTES || toBase32(bytes) !== token) return null;
  const [body, mac] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES).toString('hex')];
  if (!secrets.deriveAll(purpose).some(({ key }) => sameText(macOf(key, body), mac))) return null;
  const kind = returnKinds[body.readUInt8(0)];
  const id = body
    .subarray(1)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return kind === undefined ? null : { kind, id };
}
