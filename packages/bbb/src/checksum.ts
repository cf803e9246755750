import { hash as digest, timingSafeEqual } from 'node:crypto';

/** The hash functions a BBB checksum may use. */
export const checksumHashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export type ChecksumHash = (typeof checksumHashes)[number];

/** What is hashed: the call name as it follows `/api/` (`''` for the root), the raw query without its checksum, and the shared secret. */
export type ChecksumInput = { call: string; query: string; secret: string; hash: ChecksumHash };

const hashByHexLength: ReadonlyMap<number, ChecksumHash> = new Map([
  [40, 'sha1'],
  [64, 'sha256'],
  [96, 'sha384'],
  [128, 'sha512'],
]);

/**
 * The hash function that a checksum of this many hexadecimal digits was made with.
 * Any length that no hash has gives `undefined`, which the server half answers as a checksum error.
 */
export function hashForLength(hexLength: number): ChecksumHash | undefined {
  return hashByHexLength.get(hexLength);
}

/**
 * Lower-case hexadecimal checksum over call name, raw query and secret, all as UTF-8.
 * @throws RangeError for an empty secret: upstream then accepts every request, we refuse to work at all.
 */
export function checksumOf({ call, query, secret, hash }: ChecksumInput): string {
  if (secret === '') throw new RangeError('The shared secret is empty');
  return digest(hash, call + query + secret, 'hex');
}

/** The query with its checksum appended last, ready to be put after the `?`. */
export function signQuery(input: ChecksumInput): string {
  const checksum = `checksum=${checksumOf(input)}`;
  return input.query === '' ? checksum : `${input.query}&${checksum}`;
}

/**
 * Cuts the checksum parameter out of a raw query, leaving every other byte as it was: order, letter case of
 * percent triplets, `+` or `%20`, and an `&` that stood first.
 * Only a whole parameter is cut. Cutting the same text inside a value as well would let somebody who saw one signed
 * request add `checksum=…` to the end of any of its values without breaking the signature.
 */
export function cutChecksum(rawQuery: string, value: string): string {
  const parameter = `checksum=${value}`;
  return rawQuery
    .split('&')
    .filter((part) => part !== parameter)
    .join('&');
}

/** A received request's checksum and what it must match. `secrets` holds every secret that is valid at the moment. */
export type ChecksumClaim = {
  call: string;
  rawQuery: string;
  given: string;
  secrets: readonly string[];
  algorithms?: readonly ChecksumHash[] | undefined;
};

/**
 * Whether the given checksum belongs to the request under one of the secrets.
 * Letter case of the checksum does not matter; every secret is tried, so the time taken does not tell which one fits.
 */
export function checksumMatches({ call, rawQuery, given, secrets, algorithms = checksumHashes }: ChecksumClaim): boolean {
  const hash = hashForLength(given.length);
  if (hash === undefined || !algorithms.includes(hash)) return false;
  const query = cutChecksum(rawQuery, given);
  const wanted = Buffer.from(given.toLowerCase(), 'utf8');
  let matches = false;
  for (const secret of secrets) {
    const expected = Buffer.from(checksumOf({ call, query, secret, hash }), 'utf8');
    const same = expected.length === wanted.length && timingSafeEqual(expected, wanted);
    matches = same || matches;
  }
  return matches;
}
