import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

const namePart = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/** True for a name that stays inside the store. */
export const isFileName = (name: string): boolean =>
  name.length <= 500 && name.split('/').every((part) => namePart.test(part) && !part.includes('..'));

/** Throws for a name that no code of ours would make. */
export function checkFileName(name: string): string {
  if (!isFileName(name)) throw new Error('this cannot be the name of a stored file');
  return name;
}

/** Passes bytes through and counts them. `totals` is right once the stream has ended. */
export function counting(): { through: Transform; totals(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, totals: () => ({ bytes, sha256: hash.digest('hex') }) };
}
