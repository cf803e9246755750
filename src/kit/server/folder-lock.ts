import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

export type FolderLock = { release(): Promise<void> };

/**
 * Holds the folder for this process, or returns undefined while another process of this machine holds it for the same purpose.
 * The lock is a name in Linux's abstract socket space: the kernel frees it when its holder dies, so it is never stale.
 */
export async function lockFolder(folder: string, purpose: string): Promise<FolderLock | undefined> {
  const { dev, ino } = statSync(folder);
  const name = `\0atrium-${purpose}-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
  const server = await listen(name);
  // a lock is no reason for a process to stay
  server?.unref();
  return server && { release: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

function listen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen({ path: name }, () => resolve(server));
  });
}
