/** Ranges of addresses: single ones and CIDR blocks of IPv4 and IPv6 (RFC 4632, RFC 4291 §2.3). */

/** The first `bits` of `value`, which has 32 or 128 of them, must agree. */
export type AddressRange = { family: 4 | 6; value: bigint; bits: number };

function ipv4(text: string): bigint | null {
  const parts = text.split('.');
  // a leading zero means octal to some programs, so that the same text would be two addresses
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));

function ipv6(text: string): bigint | null {
  const last = text.slice(text.lastIndexOf(':') + 1);
  const tail = last.includes('.') ? ipv4(last) : null;
  if (last.includes('.') && tail === null) return null;
  const plain =
    tail === null ? text : `${text.slice(0, -last.length)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`;
  const halves = plain.split('::');
  if (halves.length > 2) return null;
  const [head, rest] = [groups(halves[0] ?? ''), groups(halves[1] ?? '')];
  const missing = 8 - head.length - rest.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...rest];
  if (all.some((part) => !/^[0-9a-f]{1,4}$/i.test(part))) return null;
  return all.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}

const mapped = 0xffffn;

function addressOf(text: string): { family: 4 | 6; value: bigint } | null {
  const four = ipv4(text);
  if (four !== null) return { family: 4, value: four };
  const six = text.includes(':') ? ipv6(text) : null;
  if (six === null) return null;
  // an IPv4 caller of a socket that speaks both (RFC 4291 §2.5.5.2)
  return six >> 32n === mapped ? { family: 4, value: six & 0xffff_ffffn } : { family: 6, value: six };
}

/** A range as typed; null when it is none. Bits below the prefix must be zero, because `10.0.0.1/8` is mostly a slip. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', prefix, ...more] = text.trim().split('/');
  const parsed = addressOf(address);
  if (parsed === null || more.length > 0) return null;
  const width = parsed.family === 4 ? 32 : 128;
  if (prefix === undefined) return { ...parsed, bits: width };
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > width) return null;
  const bits = Number(prefix);
  const rest = BigInt(width - bits);
  return (parsed.value >> rest) << rest === parsed.value ? { ...parsed, bits } : null;
}

/** Whether an address lies in one of the ranges; what is no address lies in none. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  // a link-local address may name its interface: fe80::1%eth0
  const parsed = addressOf(address.split('%')[0] ?? '');
  if (parsed === null) return false;
  return ranges.some((range) => {
    const rest = BigInt((range.family === 4 ? 32 : 128) - range.bits);
    return range.family === parsed.family && range.value >> rest === parsed.value >> rest;
  });
}

const text4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
/** The block that one household, school or rented machine usually has: /24 of IPv4, /64 of IPv6. What is no address stays as it is. */
export function networkOf(address: string): string {
  const parsed = addressOf(address.split('%')[0] ?? '');
  if (parsed === null) return address;
  if (parsed.family === 4) return `${text4((parsed.value >> 8n) << 8n)}/24`;
  const groups = [112n, 96n, 80n, 64n].map((shift) => ((parsed.value >> shift) & 0xffffn).toString(16));
  return `${groups.join(':')}::/64`;
}
/** Whom one counts as one caller: an IPv4 address, or the IPv6 network in which anybody may take a new address for each try. */
export const callerIn = (address: string): string =>
  addressOf(address.split('%')[0] ?? '')?.family === 6 ? networkOf(address) : address;
