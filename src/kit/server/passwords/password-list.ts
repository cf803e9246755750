/** A list of passwords as cut hashes: small, and nobody reads words in it. */
import { createHash } from 'node:crypto';

/** Of some 50 000 entries one in twenty million other texts is taken for one of the list. */
const width = 5;
const least = 4;
const cut = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, width);

/** Words of at least four characters, in small letters, as sorted cut hashes one after the other. */
export function encodePasswords(words: readonly string[]): Buffer {
  const long = words.map((word) => word.normalize('NFKC').toLowerCase()).filter((word) => [...word].length >= least);
  return Buffer.concat([...new Set(long)].map(cut).sort(Buffer.compare));
}

export type PasswordList = { size: number; has: (text: string) => boolean };
/** A list that `encodePasswords` made. `has` takes small letters. */
export function passwordList(bytes: Buffer): PasswordList {
  const size = bytes.length / width;
  const has = (text: string): boolean => {
    if ([...text].length < least) return false;
    const wanted = cut(text);
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = Buffer.compare(wanted, bytes.subarray(middle * width, (middle + 1) * width));
      if (order === 0) return true;
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return false;
  };
  return { size, has };
}
