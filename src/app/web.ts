/** What the web process mounts, from top to bottom. */
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { CallAccess } from '#kit/contract.ts';
import { localeFacts } from '#kit/facts.ts';
import { negotiateLocale } from '#kit/ui/text/locale.ts';
import { Failure } from '#kit/errors.ts';
import type { Actor, CookieOut, Ctx } from '#kit/server/ctx.ts';
import { mountHttpRoutes } from '#kit/server/http/http-route.ts';
import { mountCalls } from '#kit/server/http/mount.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { noteUse } from '#core/iam/server/uses.service.ts';
import { contextOf, type AppParts } from './context.ts';
import { mountCrawlers } from './http/crawlers.ts';
import { doors } from './http/doors.ts';
import { mountFileUploads } from './http/file-uploads.ts';
import { loadHttpRoutes, mountedCalls } from './assembly.ts';
import { readableUrl } from './http/readable-url.ts';
import { isKeyToken } from '#core/iam/keys.rules.ts';
import { mountReference } from './http/reference.ts';
import { callerOf, cookiesOf, lookUpKey, lookUpToken } from './http/sign-in.ts';

export type WebExtras = {
  /** Renders pages; absent in service tests. */
  pages?: (app: FastifyInstance) => Promise<void>;
};

const bearer = (request: FastifyRequest): string | null => /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** A token that opens nothing is refused also where none is needed: the browser then knows to renew it. */
async function actorOf(parts: AppParts, request: FastifyRequest): Promise<Actor> {
  const token = bearer(request);
  if (token === null) return { kind: 'nobody' };
  const reader = { caller: callerOf(request) };
  const found = isKeyToken(token) ? await lookUpKey(parts, token, reader) : await lookUpToken(parts, token, reader);
  if ('refused' in found) throw new Failure('not_signed_in', { data: { reason: found.refused } });
  return found;
}

async function requestContext(
  parts: AppParts,
  request: FastifyRequest,
  options: { access: CallAccess; setCookie: (cookie: CookieOut) => void },
): Promise<Ctx> {
  const actor: Actor = options.access === 'guest' ? { kind: 'nobody' } : await actorOf(parts, request);
  // what is behind no permission (a person's own things, doors that are open to all) is for no program: its scopes would not count there
  const behindPermission = !['all', 'guest', 'user'].includes(options.access);
  if (actor.kind === 'user' && actor.key !== undefined && !behindPermission) throw new Failure('not_for_keys');
  if (actor.kind === 'user' && actor.scope.includes(options.access))
    noteUse(parts.uses, { accountId: actor.accountId, userId: actor.userId, permission: options.access, at: parts.now() });
  return contextOf(parts, actor, {
    ...spoken(request),
    caller: { ...callerOf(request), bearer: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '' },
    cookies: cookiesOf(request),
    setCookie: options.setCookie,
  });
}

/** The language that the reader sees the pages in; a program that says none is answered in the language of its person. */
function spoken(request: FastifyRequest): { locale?: string } {
  const [chosen, acceptLanguage = ''] = [request.cookies[localeFacts.cookie], request.headers['accept-language']];
  return chosen === undefined && acceptLanguage === '' ? {} : { locale: negotiateLocale({ cookie: chosen, acceptLanguage }) };
}

/** The web server, not yet listening. */
export async function createWeb(parts: AppParts, extras: WebExtras): Promise<FastifyInstance> {
  const { config } = parts;
  const logger: FastifyBaseLogger = parts.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length === 0 ? false : config.trustedProxies,
    bodyLimit: 100_000,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
  });
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: 20_000 });
  app.setErrorHandler(sendFailure);
  const scheme = (config.publicUrl ?? '').startsWith('https:') ? 'https' : 'http';
  mountCalls(app, {
    mounted: mountedCalls,
    doors,
    scheme,
    ctxOf: (request, access, setCookie) => requestContext(parts, request, { access, setCookie }),
  });
  mountReference(app);
  mountCrawlers(app, parts);
  const silently = (request: FastifyRequest, access: CallAccess) =>
    requestContext(parts, request, { access, setCookie: () => {} });
  await mountFileUploads(app, silently);
  await mountHttpRoutes(app, await loadHttpRoutes(), {
    ctxOf: silently,
    ctxAs: (request, actor) => contextOf(parts, actor, { caller: callerOf(request) }),
  });
  await extras.pages?.(app);
  await app.ready();
  return app;
}
