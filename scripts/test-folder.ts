import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** A whole run needs a tenth of it; containers often have just 64 MB there. */
const enough = 3_000_000_000;

/**
 * Where tests keep databases: in memory where Linux offers plenty of it, else in the temporary folder. A database is copied
 * for nearly every service test, and on a disk that takes five times as long.
 */
export function testFolder(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > enough ? memory : tmpdir();
  } catch {
    // another system than Linux
    return tmpdir();
  }
}
