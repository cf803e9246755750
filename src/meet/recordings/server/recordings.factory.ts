/** A server with recordings and files of them, and rows of recordings, for tests. */
import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { failed } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { answerMemoryCall } from '@atrium/bbb/memory/memory-calls';
import { emptyState, type MemoryState } from '@atrium/bbb/memory/memory-state';
import { readCall, verify } from '@atrium/bbb/server';
import { onTestFinished } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { bind, localClient } from '#kit/server/http/mount.ts';
import { everHeldBy } from '#core/iam/iam.rules.ts';
import { addServer, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { recordingsCalls } from '../recordings.contract.ts';
import { insertRecording, type NewRecording, type RecordingRow } from './recordings.queries.ts';
import { recordingsHandlers } from './recordings.routes.ts';

const secret = 'a-secret-for-tests';

export type RecordingServer = {
  row: ServerRow;
  state: MemoryState;
  /** Files by `<recordID>/<file>`, as the engine serves them. */
  files: Map<string, Buffer>;
  /** Names of the calls so far. */
  calls: string[];
  /** `deaf`: it answers no call; `keeps`: it says that it deleted and does not; `refuses`: it answers every call with a refusal. */
  mood: 'well' | 'deaf' | 'keeps' | 'refuses';
  /** What happens while a file is asked for, before it is served. */
  meanwhile: (file: string) => Promise<void>;
};

type Inside = Omit<RecordingServer, 'row'>;

function fileOf(server: Inside, url: URL): Buffer | null {
  const [, recordId = '', file = ''] = /^\/recordings\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? [];
  const expires = url.searchParams.get('expires') ?? '';
  const token = createHmac('sha256', secret).update(`recordings/${recordId}/${expires}`).digest('base64url');
  return url.searchParams.get('token') === token ? (server.files.get(`${recordId}/${file}`) ?? null) : null;
}

async function serveFile(server: Inside, asked: { url: URL; head: boolean }, response: http.ServerResponse): Promise<void> {
  await server.meanwhile(asked.url.pathname.split('/').at(-1) ?? '');
  const file = fileOf(server, asked.url);
  response.writeHead(file === null ? 404 : 200, { 'content-length': file?.length ?? 0 });
  response.end(asked.head ? undefined : (file ?? undefined));
}

function serve(server: Inside, request: http.IncomingMessage, response: http.ServerResponse): void {
  request.resume();
  const url = new URL(request.url ?? '/', 'http://server');
  if (url.pathname.startsWith('/recordings/')) {
    return void serveFile(server, { url, head: request.method === 'HEAD' }, response);
  }
  const call = readCall({
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    contentType: request.headers['content-type'],
  });
  if (server.mood === 'deaf' || call === undefined) return void request.socket.destroy();
  server.calls.push(call.name);
  const verified = verify(call, { secrets: [secret] });
  if (server.mood === 'keeps' && call.name === 'deleteRecordings')
    return void response.end('<response><returncode>SUCCESS</returncode><deleted>true</deleted></response>');
  const given =
    verified.ok && server.mood !== 'refuses'
      ? (answerMemoryCall(server.state, verified.call) ?? failed(failures.unsupportedRequest))
      : failed(verified.ok ? failures.unsupportedRequest : verified);
  response.writeHead(given.status, { ...given.headers }).end(given.body);
}

/** Starts one on a free port and adds it to the pool. */
export async function buildRecordingServer(world: World, kind: 'engine' | 'bbb' = 'bbb'): Promise<RecordingServer> {
  const inside: Inside = { state: emptyState(), files: new Map(), calls: [], mood: 'well', meanwhile: async () => {} };
  const server = http.createServer((request, response) => serve(inside, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${address.port}/bigbluebutton`;
  const row = await addServer(world.ctx(), { name: `server ${address.port}`, kind, url, secret, directJoin: false });
  return Object.assign(inside, { row });
}

/** A world whose files lie in a folder of its own. */
export async function worldWithFiles(env: Record<string, string> = {}): Promise<World & { folder: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-files-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const world = await worldForThisTest({ env: { STORAGE: folder, ...env } });
  return Object.assign(world, { folder });
}

const contract = { recordings: recordingsCalls };
const mounted = bind('recordings', recordingsCalls, recordingsHandlers);
/** The calls of recordings as that person; nobody when left out. */
export const recordingsApi = (world: World, actor: UserActor | null = null, caller = { address: '192.0.2.1', agent: 'test' }) =>
  localClient(contract, { mounted, ctx: world.ctx(actor ?? { kind: 'nobody' }, { caller }), doors: { everHeldBy } }).recordings;

/** A published recording of that person, a row only. */
export async function buildRecording(world: World, owner: UserActor, wish: Partial<NewRecording> = {}): Promise<RecordingRow> {
  const at = new Date(world.clock.now());
  const row = await world.ctx().system.write((tx) =>
    insertRecording(tx, {
      id: newId(),
      accountId: owner.accountId,
      recordId: `${newId()}-1531155809613`,
      ownerId: owner.userId,
      externalId: newId(),
      name: 'Lesson',
      state: 'published',
      startedAt: at,
      createdAt: at,
      updatedAt: at,
      ...wish,
    }),
  );
  if (row === null) throw new Error('the recording was not stored');
  return row;
}
