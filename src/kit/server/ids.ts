/** Ids are UUIDs of version 7 (RFC 9562 §5.7): they sort by time, so an index on them grows at its end. */

/** A new id. `now` in epoch milliseconds. */
export function newId(now: number = Date.now()): string {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  // an id of version 4 differs in the time and one digit; the platform keeps random bytes ready for those
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** No id that was made at `at` (epoch milliseconds) or later sorts before it. */
export function firstIdAt(at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** A random code without letters that look alike; `length` characters of about 4.95 bits each. */
export function newCode(length: number): string {
  const out: string[] = [];
  while (out.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 248 = 8 × 31: bytes above would favour the first letters
      if (byte < 248 && out.length < length) out.push(alphabet.charAt(byte % alphabet.length));
    }
  }
  return out.join('');
}
