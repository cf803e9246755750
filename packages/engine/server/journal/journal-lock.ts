import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';

/**
 * Holds the journals of a folder for this process, as `kit/server/folder-lock.ts` holds folders of the product: by a name in Linux's
 * abstract socket space, which the kernel frees when its holder dies. Null while another process of this machine has them.
 */
export function lockJournals(folder: string): Promise<Server | null> {
  const { dev, ino } = statSync(folder);
  const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32);
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen({ path: `\0atrium-journal-${name}` }, () => resolve(server.unref()));
  });
}
