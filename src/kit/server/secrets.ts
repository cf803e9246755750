/**
 * Secrets at rest: AES-256-GCM under a key that is kept outside the database. A sealed text names its key, so an old key
 * can still open while the new one seals (rotation). Losing the key loses the sealed texts and nothing else.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { rememberedFor } from '#kit/remembered.ts';

export type Secrets = {
  /** Sealed text `v1.<key id>.<base64url of iv, tag, text>`; `purpose` is bound to it, so it cannot be moved to another column. */
  seal(purpose: string, text: string): string;
  /** Throws `SealBroken` when the key is missing or the text was changed. */
  open(purpose: string, sealed: string): string;
  /** The same for whole files: `v1.<key id>.` and the bytes of iv, tag, content. */
  sealBytes(purpose: string, content: Uint8Array): Buffer;
  openBytes(purpose: string, sealed: Buffer): Buffer;
  /** True when the text was sealed with an older key and should be sealed again. */
  stale(sealed: string): boolean;
  /** A key for signing, derived from the newest master key. */
  derive(purpose: string): Uint8Array;
  /** Derived keys of all master keys, newest first: to verify what an older one signed. */
  deriveAll(purpose: string): { id: string; key: Uint8Array }[];
};

export class SealBroken extends Error {
  override name = 'SealBroken';
}

type MasterKey = { id: string; key: Buffer; derived: Map<string, Uint8Array> };

function masterKey(text: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== 32)
    throw new Error(
      'MASTER_KEY must be 32 bytes in base64url (43 characters); several keys are separated by commas, the newest first',
    );
  return { id: createHash('sha256').update('atrium key id').update(key).digest('hex').slice(0, 8), key, derived: new Map() };
}

/** A new master key as text. */
export const newMasterKey = (): string => randomBytes(32).toString('base64url');

/** Purposes are few; each key is derived once. */
function derived(master: MasterKey, purpose: string): Uint8Array {
  const known = master.derived.get(purpose);
  if (known !== undefined) return known;
  const key = new Uint8Array(hkdfSync('sha256', master.key, 'atrium', purpose, 32));
  master.derived.set(purpose, key);
  return key;
}

/** Bytes have to be made a key for every use, which takes several times as long as the use itself. */
const keyOf: (bytes: Uint8Array) => KeyObject = rememberedFor((bytes: Uint8Array) => createSecretKey(bytes));

type SealingKey = { master: MasterKey; purpose: string };
function sealWith({ master, purpose }: SealingKey, content: Uint8Array): Buffer[] {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(derived(master, `seal:${purpose}`)), iv);
  const body = [cipher.update(content), cipher.final()];
  return [iv, cipher.getAuthTag(), ...body];
}
function openWith({ master, purpose }: SealingKey, packed: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(derived(master, `seal:${purpose}`)), packed.subarray(0, 12));
    decipher.setAuthTag(packed.subarray(12, 28));
    return Buffer.concat([decipher.update(packed.subarray(28)), decipher.final()]);
  } catch {
    throw new SealBroken('what was sealed was changed');
  }
}
/** `v1.`, the id of a key, and a dot. */
const MARK_BYTES = 12;

/** `keys`: master keys in base64url, comma-separated, the newest first. */
export function createSecrets(keys: string): Secrets {
  const masters = keys
    .split(',')
    .filter((text) => text.trim() !== '')
    .map(masterKey);
  const newest = masters[0];
  if (newest === undefined) throw new Error('no master key');
  const masterOf = (mark: string): MasterKey => {
    const [version, id] = mark.split('.');
    const master = masters.find((one) => one.id === id);
    if (version !== 'v1' || master === undefined) throw new SealBroken(`the key ${id ?? '?'} that sealed this is not known`);
    return master;
  };
  return {
    seal: (purpose, text) =>
      `v1.${newest.id}.${Buffer.concat(sealWith({ master: newest, purpose }, Buffer.from(text))).toString('base64url')}`,
    open: (purpose, sealed) =>
      openWith({ master: masterOf(sealed), purpose }, Buffer.from(sealed.split('.')[2] ?? '', 'base64url')).toString('utf8'),
    sealBytes: (purpose, content) =>
      Buffer.concat([Buffer.from(`v1.${newest.id}.`), ...sealWith({ master: newest, purpose }, content)]),
    openBytes: (purpose, sealed) =>
      openWith({ master: masterOf(sealed.toString('latin1', 0, MARK_BYTES)), purpose }, sealed.subarray(MARK_BYTES)),
    stale: (sealed) => sealed.split('.')[1] !== newest.id,
    derive: (purpose) => derived(newest, purpose),
    deriveAll: (purpose) => masters.map((master) => ({ id: master.id, key: derived(master, purpose) })),
  };
}

/** What was sealed, or null when its key is lost or the text was changed. */
export function openIfKnown(secrets: Secrets, purpose: string, sealed: string): string | null {
  try {
    return secrets.open(purpose, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** A random token for links and cookies: `bytes` of entropy in base64url. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');
/** What is stored of a token; it has enough entropy that a plain hash suffices. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const hmacHex = (key: Uint8Array, text: string): string => createHmac('sha256', keyOf(key)).update(text).digest('hex');
/** Compares in time that does not tell where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const x = createHash('sha256').update(a).digest();
  const y = createHash('sha256').update(b).digest();
  return timingSafeEqual(x, y);
}
