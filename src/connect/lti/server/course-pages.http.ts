/** Pages that courses show in their own: whose frames may hold them, and in which language they are. Everything else stands in no frame. */
import { localeFacts } from '#kit/facts.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { frameOfVisit } from './visit.service.ts';

const coursePage = /^\/lti\/(?:visit|choose)\/([\w-]{20,100})(?:[/?#]|$)/;

/** A path as the log may have it: anybody with the token of a page can act as its person. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?');
  const token = coursePage.exec(path)?.[1];
  return token === undefined ? path : path.replace(token, '…');
}

/** Who may hold this page in a frame; null: nobody. The page is read in the language of the course from here on. */
export async function courseFrame(ctx: Ctx, request: { url: string; cookies: Record<string, string | undefined> }) {
  const token = coursePage.exec(request.url)?.[1];
  const frame = token === undefined ? null : await frameOfVisit(ctx, token);
  if (frame === null) return null;
  request.cookies[localeFacts.cookie] = frame.locale;
  return frame;
}

/** A frame of another site may have no storage where people block it, and reading it throws there: the page keeps its values for itself. */
const storages = `(function(){['localStorage','sessionStorage'].forEach(function(name){try{void window[name].length}catch(e){var kept=new Map();Object.defineProperty(window,name,{configurable:true,value:{get length(){return kept.size},key:function(at){return Array.from(kept.keys())[at]??null},getItem:function(key){return kept.has(key)?kept.get(key):null},setItem:function(key,text){kept.set(String(key),String(text))},removeItem:function(key){kept.delete(key)},clear:function(){kept.clear()}}})}})})()`;

/** The page with storage of its own, before any other script of it runs. */
export const withStorage = (html: string, nonce: string): string =>
  html.replace('<script ', () => `<script nonce="${nonce}">${storages}</script><script `);
