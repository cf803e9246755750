/** Pages that courses show in their own: whose frames may hold them, and in which language they are. Everything else stands in no frame. */
import type { FastifyRequest } from 'fastify';
import { frameOfVisit } from '#connect/lti/server/visit.service.ts';
import { localeFacts } from '#kit/facts.ts';
import { contextOf, type Parts } from '#app/context.ts';
import type { PageFrame } from './page-policy.ts';

const coursePage = /^\/lti\/(?:visit|choose)\/([\w-]{20,100})(?:[/?#]|$)/;

/** A path as the log may have it: anybody with the token of a page can act as its person. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?');
  const token = coursePage.exec(path)?.[1];
  return token === undefined ? path : path.replace(token, '…');
}

/** Who may hold this page in a frame; null: nobody. The page is read in the language of the course from here on. */
export async function courseFrame(parts: Parts, request: FastifyRequest): Promise<PageFrame | null> {
  const token = coursePage.exec(request.url)?.[1];
  const frame = token === undefined ? null : await frameOfVisit(contextOf(parts, { kind: 'nobody' }), token);
  if (frame === null) return null;
  request.cookies[localeFacts.cookie] = frame.locale;
  return frame;
}
