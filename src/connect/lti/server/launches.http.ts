/**
 * `/lti/{key}/…`: where learning platforms come to. Browsers arrive here by forms of other sites, so no session counts: what is believed is
 * a signed token of the platform, and that the login began in the same browser (LTI 1.3), or a signed form (LTI 1.1).
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { launchByKey } from './key-launch.service.ts';
import { askPage, keepPage, type LtiPage, refusedPage, registeredPage, tabPage } from './launch-pages.http.ts';
import { launch, type LaunchAnswer } from './launch.service.ts';
import { login, type LoginAnswer } from './login.service.ts';
import { registerPlatform } from './registration.service.ts';
import { publishedKeysAt } from './tool-keys.service.ts';

/** A school is one address, and opens its links at the same minute. */
const rates = {
  login: { max: 1_200, windowSeconds: 60 },
  launch: { max: 1_200, windowSeconds: 60 },
  keys: { max: 600, windowSeconds: 60 },
  register: { max: 20, windowSeconds: 600 },
} as const;
const params = z.object({ key: z.string(), token: z._default(z.string(), '') });
type LaunchExchange = Omit<HttpExchange, 'actAs'> & { params: z.output<typeof params> };
const keysMaxAge = 3_600;

function sendPage(reply: FastifyReply, status: number, { html, policy }: LtiPage): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
const readerOf = (ctx: Ctx, { origins, locale }: { origins: readonly string[]; locale?: string | null }) => ({
  locale: locale ?? ctx.locale,
  nonce: randomBytes(16).toString('base64'),
  origins,
});
type Refusal = Extract<LaunchAnswer, { kind: 'refused' }>;
const sendRefusal = async ({ ctx, reply }: LaunchExchange, refused: Refusal) =>
  sendPage(reply, 403, await refusedPage(readerOf(ctx, refused), refused));

/** Cookies of a page in a frame of another site are kept apart for that site (CHIPS), where browsers keep them at all. */
const cookieLine = ({ name, value, maxAge }: { name: string; value: string; maxAge: number }) =>
  `${name}=${value}; Max-Age=${maxAge}; Path=/lti; HttpOnly; Secure; SameSite=None; Partitioned`;

async function sendLogin(exchange: LaunchExchange, answer: LoginAnswer): Promise<FastifyReply> {
  const { ctx, reply } = exchange;
  if (answer.kind === 'refused') return sendRefusal(exchange, answer);
  const to = readerOf(ctx, { origins: answer.origins });
  if (answer.kind === 'tab') return sendPage(reply, 200, await tabPage(to, answer.again));
  const { cookie, storage, url } = answer;
  reply.header('set-cookie', cookieLine(cookie)).header('cache-control', 'no-store');
  if (storage === null) return reply.redirect(url, 302);
  return sendPage(reply, 200, await keepPage(to, { ...storage, name: cookie.name, value: cookie.value, url }));
}

async function sendLaunch(exchange: LaunchExchange, answer: LaunchAnswer): Promise<FastifyReply> {
  const { ctx, params, reply } = exchange;
  if (answer.kind === 'refused') return sendRefusal(exchange, answer);
  if (answer.kind === 'tab') return sendPage(reply, 200, await tabPage(readerOf(ctx, answer), answer.again));
  if (answer.kind === 'opened') return reply.header('cache-control', 'no-store').redirect(answer.path, 303);
  const { frame, origin, name, fields } = answer;
  const action = `/lti/${params.key}/launch`;
  return sendPage(reply, 200, await askPage(readerOf(ctx, answer), { frame, origin, name, fields, action }));
}

/** A route whose requests of one address are counted together. */
const limited =
  (name: keyof typeof rates, answer: (exchange: LaunchExchange) => Promise<FastifyReply>): HttpRoute['handle'] =>
  async ({ ctx, request, reply }) => {
    await ctx.limits.use(`lti-${name}:${callerIn(request.ip)}`, rates[name]);
    return answer({ ctx, request, reply, params: z.parse(params, request.params) });
  };

const answerLogin = limited('login', async (exchange) => {
  const { ctx, request, params } = exchange;
  return sendLogin(exchange, await login(ctx, params.key, request.method === 'POST' ? request.body : request.query));
});
const answerLaunch = limited('launch', async (exchange) =>
  sendLaunch(exchange, await launch(exchange.ctx, exchange.params.key, exchange.request.body)),
);
const answerKeyLaunch = limited('launch', async (exchange) => {
  const { ctx, request, params } = exchange;
  const query = [...new URLSearchParams(request.url.split('?')[1] ?? '')];
  return sendLaunch(exchange, await launchByKey(ctx, params.key, { body: request.body, query }));
});
const answerKeys = limited('keys', async ({ ctx, params, reply }) => {
  const keys = await publishedKeysAt(ctx, params.key);
  return reply.header('cache-control', `public, max-age=${keysMaxAge}`).send({ keys });
});
const answerRegistration = limited('register', async (exchange) => {
  const { ctx, request, reply, params } = exchange;
  const answer = await registerPlatform(ctx, { key: params.key, token: params.token, asked: request.query });
  if (answer.kind === 'refused') return sendRefusal(exchange, answer);
  return sendPage(reply, 200, await registeredPage(readerOf(ctx, answer)));
});

export function httpRoutes(): HttpRoute[] {
  const key = '/lti/:key(^[a-z0-9]{12,40}$)';
  const shared = { access: 'guest', body: { kind: 'form', limit: 100_000 } } as const;
  return [
    { ...shared, methods: ['GET'], path: `${key}/login`, handle: answerLogin },
    { ...shared, methods: ['POST'], path: `${key}/login`, handle: answerLogin },
    { ...shared, methods: ['POST'], path: `${key}/launch`, handle: answerLaunch },
    { ...shared, methods: ['POST'], path: `${key}/key-launch`, handle: answerKeyLaunch },
    { ...shared, methods: ['GET'], path: `${key}/keys`, handle: answerKeys },
    { ...shared, methods: ['GET'], path: `${key}/register/:token(^[\\w-]{20,100}$)`, handle: answerRegistration },
  ];
}
