/** Addresses that are no calls: files, feeds, what other programs post. A domain declares them in its plug, the web process mounts them. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#kit/errors.ts';
import type { CallAccess } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT';

export type HttpExchange = {
  ctx: Ctx;
  request: FastifyRequest;
  reply: FastifyReply;
  /** A context of the person that the address itself stands for. */
  actAs: (actor: UserActor) => Ctx;
};

/** How the body is read. `text`: as it came, of these media types; `stream`: by the handler itself, from `request.raw`. Limits in bytes. */
type HttpBody = { kind: 'text'; types: readonly string[]; limit: number } | { kind: 'form'; limit: number } | { kind: 'stream' };

export type HttpRoute = {
  /** GET without HEAD answers HEAD, too, unless `head` refuses it. */
  methods: readonly HttpMethod[];
  head?: 'refused';
  /** In the syntax of Fastify: `/calendar/:secret.ics`. */
  path: string;
  /**
   * `guest`: no session counts, the request proves itself by a signed address or a signature. A permission: the session or the access key of the
   * request counts, its use is noted, and the service asks its rule.
   */
  access: CallAccess;
  body?: HttpBody;
  /** Expected failures beside the common ones: code → HTTP status. */
  failures?: Readonly<Record<string, number>>;
  handle: (exchange: HttpExchange) => FastifyReply | Promise<FastifyReply>;
  /** Answers a failure; left out: with problem details (RFC 9457). */
  refuse?: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

/** A module with routes. Called once per web server, so what is counted over all requests of a process may stand in it. */
export type HttpModule = { httpRoutes: () => readonly HttpRoute[] };

export type HttpContexts = {
  /** Throws when the token of the request opens nothing. */
  ctxOf: (request: FastifyRequest, access: CallAccess) => Promise<Ctx>;
  ctxAs: (request: FastifyRequest, actor: UserActor) => Ctx;
};

function readBody(scope: FastifyInstance, body: HttpBody): void {
  scope.removeAllContentTypeParsers();
  if (body.kind === 'form') scope.register(formbody, { bodyLimit: body.limit });
  if (body.kind === 'text')
    scope.addContentTypeParser([...body.types], { parseAs: 'string', bodyLimit: body.limit }, (_request, text, done) =>
      done(null, text),
    );
  if (body.kind !== 'stream') return;
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // a connection may be lost at any moment, also while nobody reads the body
  scope.addHook('onRequest', (request, _reply, next) => {
    request.raw.on('error', () => undefined);
    next();
  });
}

/** Mounts the routes, each with parsers of its own. */
export async function mountHttpRoutes(
  app: FastifyInstance,
  routes: readonly HttpRoute[],
  { ctxOf, ctxAs }: HttpContexts,
): Promise<void> {
  for (const { methods, head, path: url, access, body, failures, handle, refuse } of routes)
    await app.register((scope, _options, done) => {
      if (body !== undefined) readBody(scope, body);
      if (refuse !== undefined) scope.setErrorHandler(refuse);
      scope.route({
        method: [...methods],
        url,
        ...(head === 'refused' ? { exposeHeadRoute: false } : {}),
        ...(failures === undefined ? {} : { config: { failures } }),
        ...(body?.kind === 'text' ? { bodyLimit: body.limit } : {}),
        handler: async (request, reply) => {
          const ctx = await ctxOf(request, access);
          if (access !== 'guest' && access !== 'all' && ctx.actor.kind === 'nobody') throw new Failure('not_signed_in');
          return handle({ ctx, request, reply, actAs: (actor) => ctxAs(request, actor) });
        },
      });
      done();
    });
}
