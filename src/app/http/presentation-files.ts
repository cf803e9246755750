/** BBB's format `presentation` under the addresses that BBB's player reads, and a copy of that player when the operator put one there. */
import fs from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { isFileName } from '#kit/server/files/files-names.ts';
import { cookieText } from '#kit/server/http/mount.ts';
import { leaveUntil, mimeOf } from '#meet/recordings/server/play-files.service.ts';
import {
  presentationFile,
  presentationPath,
  presentationPlayer,
  presentationPlayerFolder,
  presentationPlayerPath,
} from '#meet/recordings/server/presentation.service.ts';
import { contextOf, type Parts } from '#app/context.ts';
import { giveFile, refuseFile } from './recording-files.ts';

const cookieName = 'recording_leave';
const recordId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,120}$/));
const place = z.object({ recordId, '*': z.string().check(z.maxLength(400)) });
const query = z.object({ token: z.optional(z.string().check(z.maxLength(120))) });

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** BBB's player asks without a token: it stands in a cookie that is sent to this recording's files alone. */
async function open(parts: Parts, { request, reply }: Exchange): Promise<FastifyReply> {
  const [at, asked] = [z.safeParse(z.object({ recordId }), request.params), z.safeParse(query, request.query)];
  const ctx = contextOf(parts, { kind: 'nobody' });
  const token = asked.data?.token ?? '';
  const player = at.success ? await presentationPlayer(ctx, { recordId: at.data.recordId, token }) : null;
  if (!at.success || player === null) return refuseFile(reply);
  const scheme = (parts.config.publicUrl ?? '').startsWith('https:') ? 'https' : 'http';
  const maxAge = Math.max(0, Math.round((leaveUntil(ctx) - parts.now()) / 1000));
  const cookie = { name: cookieName, value: token, path: `${presentationPath}${at.data.recordId}`, maxAge, httpOnly: true };
  reply
    .header('set-cookie', cookieText(cookie, scheme))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer');
  return reply.redirect(player, 303);
}

async function give(parts: Parts, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const [at, asked] = [z.safeParse(place, request.params), z.safeParse(query, request.query)];
  if (!at.success || !asked.success) return refuseFile(reply);
  const file = at.data['*'];
  const token = asked.data.token ?? request.cookies[cookieName] ?? '';
  const name = await presentationFile(contextOf(parts, { kind: 'nobody' }), { recordId: at.data.recordId, file, token });
  return name === null ? refuseFile(reply) : giveFile(parts, exchange, { name, file });
}

const playerTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.ico': 'image/x-icon',
};

const isFile = async (file: string): Promise<boolean> => {
  const facts = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  });
  return facts?.isFile() === true;
};

/** A file of the copied player; every other address below is its one page. */
async function givePlayer(parts: Parts, { request, reply }: Exchange): Promise<FastifyReply> {
  const root = presentationPlayerFolder(parts);
  const asked = z.safeParse(z.object({ '*': z.string() }), request.params).data?.['*'] ?? '';
  const wanted = isFileName(asked) && (await isFile(path.join(root, asked))) ? asked : 'index.html';
  const file = path.join(root, wanted);
  if (!(await isFile(file))) return refuseFile(reply);
  const type = playerTypes[path.extname(file)] ?? mimeOf(file) ?? 'application/octet-stream';
  reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'private, max-age=3600' });
  return reply.send(fs.createReadStream(file));
}

/** Mounts `/presentation/{recordId}/…` and `/playback/presentation/2.3/…`. */
export function mountPresentationFiles(app: FastifyInstance, parts: Parts): void {
  const get = (url: string, answer: (parts: Parts, exchange: Exchange) => Promise<FastifyReply>) =>
    app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => answer(parts, { request, reply }) });
  get(`${presentationPath}:recordId/open`, open);
  get(`${presentationPath}:recordId/*`, give);
  get(`${presentationPlayerPath}*`, givePlayer);
}
