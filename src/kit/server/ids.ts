/** Ids are UUIDs of version 7 (RFC 9562 §5.7): they sort by time, so an index on them grows at its end. */
const hex = (n: number) => n.toString(16).padStart(2, '0');

/** A new id. `now` in epoch milliseconds. */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 2 ** (8 * (5 - i))) % 256;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, hex).join('');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
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
