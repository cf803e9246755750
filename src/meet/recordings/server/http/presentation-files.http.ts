/** BBB's format `presentation` under the addresses that BBB's player reads, and a copy of that player when the operator put one there. */
import fs from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { isFileName } from '#kit/server/files/files-names.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { cookieText } from '#kit/server/http/mount.ts';
import { refuseFile } from '#kit/server/http/stored-file.ts';
import { leaveUntil, mimeOf } from '../play-files.service.ts';
import {
  presentationFile,
  presentationPath,
  presentationPlayer,
  presentationPlayerFolder,
  presentationPlayerPath,
} from '../presentation.service.ts';
import { sendRecordingFile } from './recording-files.http.ts';

const cookieName = 'recording_leave';
const recordId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,120}$/));
const partParams = z.object({ recordId, '*': z.string().check(z.maxLength(400)) });
const query = z.object({ token: z.optional(z.string().check(z.maxLength(120))) });

/** BBB's player asks without a token: it stands in a cookie that is sent to this recording's files alone. */
async function open({ ctx, request, reply }: HttpExchange): Promise<FastifyReply> {
  const [at, asked] = [z.safeParse(z.object({ recordId }), request.params), z.safeParse(query, request.query)];
  const token = asked.data?.token ?? '';
  const player = at.success ? await presentationPlayer(ctx, { recordId: at.data.recordId, token }) : null;
  if (!at.success || player === null) return refuseFile(reply);
  const scheme = (ctx.config.publicUrl ?? '').startsWith('https:') ? 'https' : 'http';
  const maxAge = Math.max(0, Math.round((leaveUntil(ctx) - ctx.now()) / 1000));
  const cookie = { name: cookieName, value: token, path: `${presentationPath}${at.data.recordId}`, maxAge, httpOnly: true };
  reply
    .header('set-cookie', cookieText(cookie, scheme))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer');
  return reply.redirect(player, 303);
}

async function sendPart(exchange: HttpExchange): Promise<FastifyReply> {
  const { ctx, request, reply } = exchange;
  const [at, asked] = [z.safeParse(partParams, request.params), z.safeParse(query, request.query)];
  if (!at.success || !asked.success) return refuseFile(reply);
  const file = at.data['*'];
  const token = asked.data.token ?? ctx.cookies[cookieName] ?? '';
  const name = await presentationFile(ctx, { recordId: at.data.recordId, file, token });
  return name === null ? refuseFile(reply) : sendRecordingFile(exchange, { name, file });
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
async function sendPlayer({ ctx, request, reply }: HttpExchange): Promise<FastifyReply> {
  const root = presentationPlayerFolder(ctx);
  const asked = z.safeParse(z.object({ '*': z.string() }), request.params).data?.['*'] ?? '';
  const wanted = isFileName(asked) && (await isFile(path.join(root, asked))) ? asked : 'index.html';
  const file = path.join(root, wanted);
  if (!(await isFile(file))) return refuseFile(reply);
  const type = playerTypes[path.extname(file)] ?? mimeOf(file) ?? 'application/octet-stream';
  reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'private, max-age=3600' });
  return reply.send(fs.createReadStream(file));
}

/** `/presentation/{recordId}/…` and `/playback/presentation/2.3/…`. */
export const httpRoutes = (): HttpRoute[] => [
  { methods: ['GET', 'HEAD'], path: `${presentationPath}:recordId/open`, access: 'guest', handle: open },
  { methods: ['GET', 'HEAD'], path: `${presentationPath}:recordId/*`, access: 'guest', handle: sendPart },
  { methods: ['GET', 'HEAD'], path: `${presentationPlayerPath}*`, access: 'guest', handle: sendPlayer },
];
