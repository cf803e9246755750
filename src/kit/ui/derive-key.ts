/** The key of the proof of work without Web Crypto, which browsers keep from pages on plain http. Slower, the same result. */
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

type KeyParameters = { cost: number; keyLength?: number };

/** PBKDF2 with SHA-256, as our challenges ask for (RFC 8018 §5.2). */
export async function deriveKey(parameters: KeyParameters, salt: Uint8Array, password: Uint8Array) {
  const derivedKey = await pbkdf2Async(sha256, password, salt, { c: parameters.cost, dkLen: parameters.keyLength ?? 32 });
  return { parameters: {}, derivedKey: new Uint8Array(derivedKey) };
}
