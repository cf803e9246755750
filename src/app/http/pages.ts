/** Pages: static files of the build, and everything else rendered on the server. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '#core/identity/identity.contract.ts';
import { Failure } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import type { Actor } from '#kit/server/ctx.ts';
import type { ClientConfig } from '#kit/client-config.ts';
import { localPathOr } from '#kit/ui/auth/redirect-path.ts';
import { localClient } from '#kit/server/http/mount.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { referralCookie } from '#sales/vendors/server/referral.service.ts';
import { awayHtml, awayRetrySeconds } from './away/away-page.ts';
import { brandOfPage, rememberReferral } from './brand.ts';
import { contract, mountedCalls } from '#app/assembly.ts';
import type { AppApi } from '#app/domains.ts';
import { contextOf, type AppParts } from '#app/context.ts';
import { type AnyHttpServer, openDevServer } from './dev-server.ts';
import { doors } from './doors.ts';
import type { RenderRequest, render as renderPage } from '#app/render.tsx';
import {
  forgetOnNews,
  isKeptLength,
  type KeptText,
  keptPageKey,
  keptText,
  newNonce,
  type PageKeeper,
  pageKeeper,
} from './kept-pages.ts';
import { courseFrame, loggedPath, withStorage } from '#connect/lti/server/course-pages.http.ts';
import { takeMeetingLanguage } from './meeting-language.ts';
import { clientConfig, localeOf } from './page-config.ts';
import { type GuestPageSettings, type PageMode, type PageFrame, pagePolicy } from './page-policy.ts';
import { lastResortHtml } from '#app/shell/document/last-resort-document.ts';
import { callerOf, cookiesOf, signedInActor } from './sign-in.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const yearSeconds = 31_536_000;

/** Loads the renderer: the built one, or in development the one that Vite keeps fresh. */
export type PageRenderer = { render: () => Promise<typeof renderPage>; broken: (error: unknown) => void };

async function builtRenderer(): Promise<PageRenderer> {
  const built: { render: typeof renderPage } = await import(pathToFileURL(path.join(root, 'dist/server/render.js')).href);
  return { render: async () => built.render, broken: () => undefined };
}

/** Headers of every page; the camera and the microphone are for our own pages alone. */
function pageHeaders(
  nonce: string,
  parts: AppParts,
  of: { mode: PageMode; guests: GuestPageSettings; frame: PageFrame | null },
): Record<string, string> {
  return {
    'content-security-policy': pagePolicy(nonce, { ...of, publicUrl: parts.config.publicUrl ?? 'http://localhost' }),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': 'no-store',
  };
}

const tokenOf = (request: FastifyRequest): string | null =>
  /^Bearer (.+)$/.exec(request.cookies[authCookies.token] ?? '')?.[1] ?? null;

type PageReading = { api: AppApi; user: SessionUser | null; refreshLikely: boolean };

/** Who reads this page. The cookie is believed for rendering alone: calls of the browser carry their own header. */
async function readerOf(parts: AppParts, request: FastifyRequest): Promise<PageReading> {
  const token = tokenOf(request);
  const caller = callerOf(request);
  const actor: Actor = (token === null ? null : await signedInActor(parts, token, { caller })) ?? { kind: 'nobody' };
  const ctx = contextOf(parts, actor, { caller, cookies: cookiesOf(request), locale: localeOf(request) });
  const api = localClient(contract, { mounted: mountedCalls, ctx, doors });
  const user = actor.kind === 'user' ? await api.identity.user() : null;
  const refreshLikely = Number(request.cookies[authCookies.refreshExpiration] ?? 0) > parts.now();
  return { api, user, refreshLikely };
}

type HttpExchange = { request: FastifyRequest; reply: FastifyReply };

type MadePage = { page: Awaited<ReturnType<typeof renderPage>>; told: ClientConfig; referral: string | null };
async function makePage(
  parts: AppParts,
  renderer: PageRenderer,
  of: { request: FastifyRequest; nonce: string },
): Promise<MadePage> {
  const { request, nonce } = of;
  const reading = await readerOf(parts, request);
  const { brand, referral } = await brandOfPage(parts, request, reading.user);
  const told = await clientConfig(parts, request, brand);
  const asked: RenderRequest = {
    url: request.url,
    origin: parts.config.publicUrl ?? 'http://localhost',
    cookies: cookiesOf(request),
    acceptLanguage: request.headers['accept-language'] ?? '',
    nonce,
    config: told,
    now: parts.now(),
    report: (error) => parts.log.error({ error, page: loggedPath(request.url) }, 'a page failed'),
    ...reading,
  };
  return { page: await (await renderer.render())(asked), told, referral };
}

type KeptPage = MadePage & { text: KeptText | null };
/** Only what is the same for the next guest: no redirect, no cookie, no error. */
const isSameForAll = ({ page, referral, text }: KeptPage): boolean =>
  text !== null && page.status === 200 && page.redirect === undefined && referral === null && !('set-cookie' in page.headers);

export type PageTools = { renderer: PageRenderer; keeper: PageKeeper<KeptPage> | null };
/** A page of this request alone, or one that is kept, with a nonce of its own. */
async function pageOf(parts: AppParts, { renderer, keeper }: PageTools, of: { request: FastifyRequest; nonce: string }) {
  const key = keeper === null ? null : keptPageKey(of.request, localeOf(of.request));
  if (keeper === null || key === null) return makePage(parts, renderer, of);
  const kept = await keeper.pageFor(key, async () => {
    const made = await makePage(parts, renderer, of);
    const { body } = made.page;
    return { ...made, text: isKeptLength(body) ? keptText(body, of.nonce) : null };
  });
  return kept.text === null ? kept : { ...kept, page: { ...kept.page, body: kept.text.withNonce(of.nonce) } };
}

async function sendPage(parts: AppParts, tools: PageTools, exchange: HttpExchange & { mode: PageMode }): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const nonce = newNonce();
  const frame = await courseFrame(contextOf(parts, { kind: 'nobody' }), request);
  takeMeetingLanguage(request);
  const { page, told, referral } = await pageOf(parts, tools, { request, nonce });
  // an error page would tell people that something is broken, where they only have to wait
  if (page.status >= 500 && !(await parts.databases.alive(1_000))) return awayPage(exchange);
  reply.headers(pageHeaders(nonce, parts, { mode: exchange.mode, guests: told, frame })).headers(page.headers);
  if (referral !== null && request.cookies[referralCookie] !== referral) rememberReferral(parts, reply, referral);
  if (page.redirect !== undefined) return reply.redirect(page.redirect, page.status);
  const html = frame === null ? page.body : withStorage(page.body, nonce);
  return reply.code(page.status).type('text/html; charset=utf-8').send(Buffer.from(html));
}

const plainPage = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
async function awayPage({ request, reply }: HttpExchange): Promise<FastifyReply> {
  const html = await awayHtml(localeOf(request));
  return plainPage(reply.header('retry-after', String(awayRetrySeconds)), 503, html);
}

async function failedPage(error: unknown, parts: AppParts, exchange: HttpExchange): Promise<FastifyReply> {
  parts.log.error({ error }, 'a page could not be rendered');
  return (await parts.databases.alive(1_000)) ? plainPage(exchange.reply, 500, lastResortHtml) : awayPage(exchange);
}

export type PageOptions = {
  dev: boolean;
  door: AnyHttpServer;
  /** For tests that change what they look at again at once. */
  kept?: 'never';
};
/** Mounts files and pages. API addresses that do not exist answer a problem, not a page. */
export async function mountPages(app: FastifyInstance, parts: AppParts, options: PageOptions): Promise<void> {
  const renderer = options.dev ? await openDevServer(app, options.door) : await builtRenderer();
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1_024 });
  if (!options.dev)
    await app.register(fastifyStatic, {
      root: path.join(root, 'dist/client'),
      wildcard: false,
      index: false,
      setHeaders: (reply, file) =>
        void reply.header(
          'cache-control',
          file.includes('/assets/') ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600',
        ),
    });
  // while developing each page is new
  const keeper = options.dev || options.kept === 'never' ? null : pageKeeper(isSameForAll);
  if (keeper !== null) forgetOnNews(parts, keeper);
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(parts, { renderer, keeper }, { request, reply, mode: options.dev ? 'dev' : 'built' }).catch((error: unknown) => {
      renderer.broken(error);
      return failedPage(error, parts, { request, reply });
    });
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      (!request.url.startsWith('/api/') || request.url.startsWith('/api/social/')) &&
      !/^\/(metrics|assets\/)/.test(request.url);
    // a form that was sent before its page came alive: back to the page, and what was typed stays out of the address
    if (request.method === 'POST' && !/^\/(api|metrics|assets)\//.test(request.url))
      return reply.redirect(localPathOr(request.url, '/'), 303);
    return isPage ? page(request, reply) : sendFailure(new Failure('not_found'), request, reply);
  });
}
