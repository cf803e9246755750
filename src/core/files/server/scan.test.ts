import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { addFileOfConversation } from './add-file.service.ts';
import { buildLibrarian, libraryApi, libraryWorld, sendWhole } from './files.factory.ts';
import { fileById } from './files.queries.ts';
import { png } from '@atrium/pages/samples.factory';

type Scanner = { url: string; mood: 'well' | 'deaf' | 'full'; scanned: Buffer[] };
/** The part of clamd that is asked: INSTREAM, and its three answers. Finds a word. */
async function buildScanner(): Promise<Scanner> {
  const scanner: Scanner = { url: '', mood: 'well', scanned: [] };
  const server = net.createServer((socket) => {
    let all = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      if (scanner.mood === 'deaf') return void socket.destroy();
      all = Buffer.concat([all, piece]);
      const content: Buffer[] = [];
      for (let at = 'zINSTREAM\0'.length; at + 4 <= all.length; ) {
        const length = all.readUInt32BE(at);
        if (length === 0) return answer(socket, Buffer.concat(content));
        content.push(all.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  const answer = (socket: net.Socket, content: Buffer) => {
    scanner.scanned.push(content);
    const verdict = content.includes('a-virus') ? 'stream: Test-Signature FOUND' : 'stream: OK';
    socket.end(`${scanner.mood === 'full' ? 'INSTREAM size limit exceeded. ERROR' : verdict}\0`);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const at = server.address();
  scanner.url = `tcp://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
  return scanner;
}

test('a file is served only after the scanner has seen all of it, and never what it finds', async () => {
  const scanner = await buildScanner();
  const world = await libraryWorld({ CLAMD_URL: scanner.url });
  onTestFinished(() => world.close());
  const who = await buildLibrarian(world);
  const clean = await png();
  const state = async (id: string) => (await libraryApi(world, who.actor).get({ params: { id } })).version;
  const send = (name: string, content: Buffer) => sendWhole(world, who, { name, content });

  scanner.mood = 'deaf';
  const { id } = await send('a.png', clean);
  await expect(world.runJobs()).rejects.toThrow(/scanner/);
  expect(await state(id)).toMatchObject({ state: 'scanning', url: null, trouble: null });
  scanner.mood = 'well';
  const { processVersion } = await import('./process.service.ts');
  await processVersion(world.ctx(), (await state(id)).id);
  expect(await state(id)).toMatchObject({ state: 'ready', mime: 'image/png' });
  expect(scanner.scanned[0]?.equals(clean)).toBe(true);

  const bad = await send('b.png', Buffer.concat([clean, Buffer.alloc(300_000), Buffer.from('a-virus')]));
  await world.runJobs();
  expect(await state(bad.id)).toMatchObject({ state: 'refused', trouble: 'infected', url: null });
  const { accountId, userId: ownerId } = who.actor;
  const mailed = await addFileOfConversation(world.ctx(), { accountId, ownerId, name: 'd.zip', content: Buffer.from('a-virus') });
  await world.runJobs();
  // also not for download
  const { version } = (await fileById(world.ctx().system.read, mailed)) ?? {};
  expect(version).toMatchObject({ state: 'refused', trouble: 'infected', bytes: 0, source: null });
  scanner.mood = 'full';
  const large = await send('c.png', clean);
  await world.runJobs();
  expect(await state(large.id)).toMatchObject({ state: 'refused', trouble: 'too_large_to_scan' });
});
