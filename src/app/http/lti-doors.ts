/**
 * `/lti/{key}/…`: where learning platforms come to. Browsers arrive here by forms of other sites, so no session counts: what is believed is
 * a signed token of the platform, and that the login began in the same browser (LTI 1.3), or a signed form (LTI 1.1).
 */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publishedKeysAt } from '#connect/lti/server/tool-keys.service.ts';
import { launchByKey } from '#connect/lti/server/key-launch.service.ts';
import { launch, type LaunchAnswer } from '#connect/lti/server/launch.service.ts';
import { login, type LoginAnswer } from '#connect/lti/server/login.service.ts';
import { registerPlatform } from '#connect/lti/server/registration.service.ts';
import { Failure } from '#kit/errors.ts';
import { localeFacts } from '#kit/facts.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { negotiateLocale } from '#kit/ui/text/locale.ts';
import { contextOf, type Parts } from '#app/context.ts';
import { newNonce } from './kept-pages.ts';
import { askPage, keepPage, type LtiPage, refusedPage, registeredPage, tabPage } from './lti/lti-page.ts';

/** A school is one address, and opens its links at the same minute. */
const rates = {
  login: { max: 1_200, windowSeconds: 60 },
  launch: { max: 1_200, windowSeconds: 60 },
  keys: { max: 600, windowSeconds: 60 },
  register: { max: 20, windowSeconds: 600 },
} as const;
type DoorRequest = FastifyRequest<{ Params: { key: string; token?: string } }>;
type Exchange = { ctx: Ctx; request: DoorRequest; reply: FastifyReply };
const keysMaxAge = 3_600;

function contextFor(parts: Parts, request: DoorRequest): Ctx {
  const cookies: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.cookies)) if (value !== undefined) cookies[name] = value;
  const locale = negotiateLocale({
    cookie: request.cookies[localeFacts.cookie],
    acceptLanguage: request.headers['accept-language'] ?? '',
  });
  const caller = { address: request.ip, agent: request.headers['user-agent'] ?? '' };
  return contextOf(parts, { kind: 'nobody' }, { caller, cookies, locale });
}

function sendPage(reply: FastifyReply, status: number, { html, policy }: LtiPage): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
const readerOf = (ctx: Ctx, { origins, locale }: { origins: readonly string[]; locale?: string | null }) => ({
  locale: locale ?? ctx.locale,
  nonce: newNonce(),
  origins,
});
type Refusal = Extract<LaunchAnswer, { kind: 'refused' }>;
const sendRefusal = async ({ ctx, reply }: Exchange, refused: Refusal) =>
  sendPage(reply, 403, await refusedPage(readerOf(ctx, refused), refused));

/** Cookies of a page in a frame of another site are kept apart for that site (CHIPS), where browsers keep them at all. */
const cookieLine = ({ name, value, maxAge }: { name: string; value: string; maxAge: number }) =>
  `${name}=${value}; Max-Age=${maxAge}; Path=/lti; HttpOnly; Secure; SameSite=None; Partitioned`;

async function sendLogin(exchange: Exchange, answer: LoginAnswer): Promise<FastifyReply> {
  const { ctx, reply } = exchange;
  if (answer.kind === 'refused') return sendRefusal(exchange, answer);
  const to = readerOf(ctx, { origins: answer.origins });
  if (answer.kind === 'tab') return sendPage(reply, 200, await tabPage(to, answer.again));
  const { cookie, storage, url } = answer;
  reply.header('set-cookie', cookieLine(cookie)).header('cache-control', 'no-store');
  if (storage === null) return reply.redirect(url, 302);
  return sendPage(reply, 200, await keepPage(to, { ...storage, name: cookie.name, value: cookie.value, url }));
}

async function sendLaunch(exchange: Exchange, answer: LaunchAnswer): Promise<FastifyReply> {
  const { ctx, request, reply } = exchange;
  if (answer.kind === 'refused') return sendRefusal(exchange, answer);
  if (answer.kind === 'tab') return sendPage(reply, 200, await tabPage(readerOf(ctx, answer), answer.again));
  if (answer.kind === 'opened') return reply.header('cache-control', 'no-store').redirect(answer.path, 303);
  const { frame, origin, name, fields } = answer;
  const action = `/lti/${request.params.key}/launch`;
  return sendPage(reply, 200, await askPage(readerOf(ctx, answer), { frame, origin, name, fields, action }));
}

type Door = keyof typeof rates;
function door(parts: Parts, name: Door, work: (exchange: Exchange) => Promise<FastifyReply>) {
  return async (request: DoorRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ctx = contextFor(parts, request);
    try {
      await ctx.limits.use(`lti-${name}:${callerIn(request.ip)}`, rates[name]);
      return await work({ ctx, request, reply });
    } catch (error) {
      if (error instanceof Failure) return sendFailure(error, request, reply);
      throw error;
    }
  };
}

export async function mountLtiDoors(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.register(formbody, { bodyLimit: 100_000 });
    const key = '/lti/:key(^[a-z0-9]{12,40}$)';
    scope.get<{ Params: { key: string } }>(
      `${key}/login`,
      door(parts, 'login', async (at) => sendLogin(at, await login(at.ctx, at.request.params.key, at.request.query))),
    );
    scope.post<{ Params: { key: string } }>(
      `${key}/login`,
      door(parts, 'login', async (at) => sendLogin(at, await login(at.ctx, at.request.params.key, at.request.body))),
    );
    scope.post<{ Params: { key: string } }>(
      `${key}/launch`,
      door(parts, 'launch', async (at) => sendLaunch(at, await launch(at.ctx, at.request.params.key, at.request.body))),
    );
    scope.post<{ Params: { key: string } }>(
      `${key}/key-launch`,
      door(parts, 'launch', async (at) => {
        const { params, body, url } = at.request;
        const query = [...new URLSearchParams(url.split('?')[1] ?? '')];
        return sendLaunch(at, await launchByKey(at.ctx, params.key, { body, query }));
      }),
    );
    scope.get<{ Params: { key: string } }>(
      `${key}/keys`,
      door(parts, 'keys', async ({ ctx, request, reply }) => {
        const keys = await publishedKeysAt(ctx, request.params.key);
        return reply.header('cache-control', `public, max-age=${keysMaxAge}`).send({ keys });
      }),
    );
    scope.get<{ Params: { key: string; token: string } }>(
      `${key}/register/:token(^[\\w-]{20,100}$)`,
      door(parts, 'register', async (at) => {
        const { key: tool, token = '' } = at.request.params;
        const answer = await registerPlatform(at.ctx, { key: tool, token, asked: at.request.query });
        if (answer.kind === 'refused') return sendRefusal(at, answer);
        return sendPage(at.reply, 200, await registeredPage(readerOf(at.ctx, answer)));
      }),
    );
    ready();
  });
}
