/** A library, and people who upload to it over HTTP, for tests. */
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { bind, localClient } from '#kit/server/http/mount.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import type { Entitlements, MemberRole } from '#core/accounts/accounts.rules.ts';
import { everHeldBy, scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { testWorld, type World } from '#app/proof/testing.ts';
import { type FileDetail, libraryCalls, type NewUpload, type UploadView } from '../files.contract.ts';
import { libraryHandlers } from './files.routes.ts';
import type { LibraryNeighbours } from './views.service.ts';

const nobodyUses: LibraryNeighbours = { usesOf: async () => new Map() };
/** The calls of the library as that person; nobody for null. */
export const libraryApi = (world: World, actor: UserActor | null, neighbours: LibraryNeighbours = nobodyUses) =>
  localClient(
    { library: libraryCalls },
    {
      mounted: bind('library', libraryCalls, libraryHandlers({ ...neighbours, permissionsToAttach: [] })),
      ctx: world.ctx(actor ?? { kind: 'nobody' }),
      doors: { everHeldBy },
    },
  ).library;

export type LibraryWorld = World & { folder: string; site: () => Promise<string>; close(): Promise<void> };
/** A world that keeps its files in a folder of its own, or where `env` says, and listens when somebody asks for its address. */
export async function libraryWorld(env: Record<string, string> = {}): Promise<LibraryWorld> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-library-'));
  const world = await testWorld({ env: { STORAGE: folder, LIBREOFFICE: path.join(folder, 'none'), ...env } });
  let site: Promise<string> | undefined;
  const { close } = world;
  return Object.assign(world, {
    folder,
    site: () => (site ??= world.app.listen({ host: '127.0.0.1', port: 0 })),
    close: async () => {
      await close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  });
}

export type Librarian = { actor: UserActor; token: string };
type LibrarianWish = { in?: Librarian; role?: MemberRole; permissions?: readonly string[]; entitlements?: Partial<Entitlements> };
/** Somebody with an account of their own, or in that of another. */
export async function buildLibrarian(world: World, wish: LibrarianWish = {}): Promise<Librarian> {
  const colleague = wish.in?.actor.accountId;
  const role = wish.role ?? (colleague === undefined ? 'owner' : 'member');
  const permissions = wish.permissions ?? [];
  const scope = scopeFor({ accountKind: 'customer', role, permissions });
  if (colleague !== undefined) return buildActor(world, { accountId: colleague, role, permissions, scope });
  const { id, ownerId } = await buildAccount(world, wish.entitlements === undefined ? {} : { entitlements: wish.entitlements });
  const { read } = world.ctx().system;
  const person = await (await import('#core/accounts/server/people.service.ts')).findPerson(read, ownerId);
  const { startSession } = await import('#core/identity/server/sessions/sessions.service.ts');
  const { readAccessToken } = await import('#core/identity/server/sessions/tokens.service.ts');
  const ctx = world.ctx();
  const { token } = await ctx.system.write((tx) => startSession(ctx, tx, { userId: ownerId, accountId: id }));
  const facts = await readAccessToken(ctx, token);
  if (typeof facts === 'string' || person === null) throw new Error('the session was not made');
  const { name, email, locale, timeZone } = person;
  const place = { userId: ownerId, accountId: id, accountKind: 'customer' as const, sessionId: facts.sessionId };
  return { actor: { kind: 'user', ...place, role, scope, name, email, locale, timeZone }, token };
}

/** Tidies up, and gives those of the files that are left. */
export async function filesLeft(world: World, ids: readonly string[]): Promise<string[]> {
  const { keepHouse } = await import('./tidy.service.ts');
  const { filesById } = await import('./files.queries.ts');
  await keepHouse(world.ctx());
  const left = new Set((await filesById(world.ctx().system.read, ids)).map(({ file }) => file.id));
  return ids.filter((id) => left.has(id));
}

/** The expected failure of a call. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const failure: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof Failure) return failure;
  throw failure ?? new Error('the call did not fail');
}

export type UploadReply = { status: number; offset: number | null; length: number | null; code: string };
type Cut = { after: number; arrived: () => Promise<unknown> };
/** `cut`: the connection is cut after that many bytes, once they arrived. */
type Piece = { offset: number; bytes: Buffer; cut?: Cut };
/** One request of the tus protocol. `cut`: no answer came. */
export function tus(
  at: string,
  { token, method, piece }: { token: string; method: 'HEAD' | 'PATCH' | 'DELETE'; piece?: Piece },
): Promise<UploadReply | 'cut'> {
  const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  if (piece !== undefined) {
    headers['content-type'] = 'application/offset+octet-stream';
    headers['upload-offset'] = piece.offset;
    headers['content-length'] = piece.bytes.length;
  }
  return new Promise((resolve) => {
    const request = http.request(at, { method, headers, agent: false });
    request.on('error', () => resolve('cut'));
    request.on('response', (response) => {
      const number = (name: string) => (response.headers[name] === undefined ? null : Number(response.headers[name]));
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('error', () => resolve('cut'));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          offset: number('upload-offset'),
          length: number('upload-length'),
          code: /"code":"(\w+)"/.exec(text)?.[1] ?? '',
        }),
      );
    });
    const cut = piece?.cut;
    if (cut === undefined) return void request.end(piece?.bytes);
    request.write(piece?.bytes.subarray(0, cut.after));
    void cut.arrived().finally(() => request.destroy());
  });
}

type Sending = { name: string; content: Buffer } & Partial<Omit<NewUpload, 'name' | 'bytes'>>;
export async function begin(world: World, who: Librarian, { name, content, ...rest }: Sending): Promise<UploadView> {
  return libraryApi(world, who.actor).startUpload({ body: { name, bytes: content.length, ...rest } });
}
/** Uploads in one piece and runs what follows; gives the file. */
export async function upload(world: LibraryWorld, who: Librarian, sending: Sending): Promise<FileDetail> {
  const { id } = await sendWhole(world, who, sending);
  await world.runJobs();
  return libraryApi(world, who.actor).get({ params: { id } });
}
/** The same without the jobs; gives the id of the file that it becomes. */
export async function sendWhole(world: LibraryWorld, who: Librarian, sending: Sending): Promise<{ id: string }> {
  const begun = await begin(world, who, sending);
  const piece = { offset: 0, bytes: sending.content };
  const reply = await tus(`${await world.site()}${begun.url}`, { token: who.token, method: 'PATCH', piece });
  if (reply === 'cut' || reply.status !== 204) throw new Error(`the upload was not taken: ${JSON.stringify(reply)}`);
  const { uploadById } = await import('./uploads.queries.ts');
  const fileId = (await uploadById(world.ctx().system.read, begun.id))?.fileId ?? null;
  if (fileId === null) throw new Error('the upload became no file');
  return { id: fileId };
}
