/** Puts a contract on the server: as routes of Fastify and as an in-process client with the same parsing and the same doors. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { clientOf, type Sent } from '#kit/api.ts';
import type { Access, Call, Client, Contract, Group, Handlers } from '#kit/contract.ts';
import { commonFailures, Failure, notAllowed, notFound, problemOf } from '#kit/errors.ts';
import { localeFacts } from '#kit/facts.ts';
import type { Actor, CookieOut, Ctx } from '#kit/server/ctx.ts';
import { refusedValue } from './input-values.ts';
import { quicken } from './quick-schema.ts';
import { once } from './repeats.ts';
import { SealBroken } from '#kit/server/secrets.ts';
import { unknownFields } from './unknown-fields.ts';

type AnyHandler = (ctx: Ctx, input: { params: unknown; query: unknown; body: unknown }) => unknown;
export type Mounted = { name: string; call: Call; handler: AnyHandler };
/** Whether this kind of account can ever hold the permission; given by `app`, because the kit knows no permission. */
export type Doors = {
  everHeldBy: (permission: string, accountKind: 'customer' | 'vendor' | 'operator') => boolean;
  /** Whether somebody who acts in a customer's name may make that call; without it, none. */
  mayActFor?: (name: string, method: Call['method']) => boolean;
  /** Adds to a failure what its reader may know about it; given by `app`, because the kit knows neither plans nor offers. */
  explain?: (ctx: Ctx, failure: Failure) => Promise<Failure>;
};

/** Binds the handlers of one group to its calls. */
export function bind<D extends Group>(group: string, calls: D, handlers: Handlers<D, Ctx>): Mounted[] {
  const untyped: Record<string, unknown> = handlers;
  return Object.entries(calls).map(([name, definition]) => {
    const handler = untyped[name];
    if (typeof handler !== 'function') throw new Error(`${group}.${name} has no handler`);
    for (const schema of [definition.params, definition.query, definition.body, definition.result])
      if (schema !== undefined) quicken(schema);
    // cast: `Handlers` already tied each handler to its call; the list of all calls cannot carry the types
    return { name: `${group}.${name}`, call: definition, handler: handler as AnyHandler };
  });
}

function fieldsOf(issues: readonly z.core.$ZodIssue[], part: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    // a field that nobody declared is named itself, not the object it stands in
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths)
      fields[[part, ...path.map(String)].join('.')] ??= issue.code === 'custom' ? issue.message : issue.code;
  }
  return fields;
}

/** Throws `invalid_input` for what no call takes; an address that says it leads nowhere. */
function storable<T>(value: T, part: string): T {
  const refused = refusedValue(value, part);
  if (refused === null) return value;
  if (part === 'params') throw notFound();
  throw new Failure('invalid_input', { fields: { [refused.path]: refused.code } });
}

function parsed(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value);
  // once more, as a number may have come as text
  if (result.success) return storable(result.data, part);
  // an id that cannot be one is a thing that does not exist
  if (part === 'params') throw notFound();
  throw new Failure('invalid_input', { fields: fieldsOf(result.error.issues, part) });
}

/** The body as the call declares it. Throws `invalid_input` that names every wrong field, and every one that nobody declared. */
function parsedBody(call: Call, value: unknown): unknown {
  const unknown = call.body === undefined || call.furtherFields === 'dropped' ? [] : unknownFields(call.body, value);
  if (unknown.length === 0) return parsed(call.body, value, 'body');
  const result = z.safeParse(call.body ?? z.unknown(), value);
  const fields = Object.fromEntries(unknown.map((path) => [`body.${path}`, 'unrecognized_keys']));
  throw new Failure('invalid_input', { fields: { ...fields, ...fieldsOf(result.error?.issues ?? [], 'body') } });
}

/** The door of a call: throws unless the actor may knock at all. What a single thing allows is the service's decision. */
export function checkAccess(access: Access, actor: Actor, doors: Doors): void {
  if (access === 'all' || access === 'guest') return;
  if (actor.kind === 'nobody') throw new Failure('not_signed_in');
  if (access === 'user' || actor.kind === 'system') return;
  if (!doors.everHeldBy(access, actor.accountKind)) throw notFound();
  if (!actor.scope.includes(access)) throw notAllowed(access);
}

/** Throws `acting_for_somebody` when the call is for the person alone, and somebody else acts in their name. */
function checkActing(one: Mounted, actor: Actor, doors: Doors): void {
  if (actor.kind !== 'user' || actor.impersonator === undefined) return;
  if (doors.mayActFor?.(one.name, one.call.method) !== true) throw new Failure('acting_for_somebody');
}

type Run = { ctx: Ctx; sent: Sent; doors: Doors };

async function run(one: Mounted, { ctx, sent, doors }: Run): Promise<unknown> {
  checkAccess(one.call.access, ctx.actor, doors);
  checkActing(one, ctx.actor, doors);
  const input = {
    params: parsed(one.call.params, storable(sent.params ?? {}, 'params'), 'params'),
    query: parsed(one.call.query, storable(sent.query ?? {}, 'query'), 'query'),
    body: parsedBody(one.call, storable(sent.body ?? {}, 'body')),
  };
  return z.parse(one.call.result, await handled(one, { ctx, sent, doors }, input));
}

/** A lost master key is a known trouble, told in words that help, and not one of ours. */
async function handled(one: Mounted, { ctx, doors }: Run, input: Parameters<Mounted['handler']>[1]): Promise<unknown> {
  try {
    return await one.handler(ctx, input);
  } catch (error) {
    if (error instanceof Failure && doors.explain !== undefined) throw await doors.explain(ctx, error);
    if (!(error instanceof SealBroken)) throw error;
    ctx.log.warn({ error, call: one.name }, 'a secret cannot be opened');
    throw new Failure('secret_lost');
  }
}

/** By name; put together once for a list of calls, as each page gets a client of its own. */
function callsByName(): (mounted: readonly Mounted[]) => ReadonlyMap<string, Mounted> {
  const made = new WeakMap<readonly Mounted[], ReadonlyMap<string, Mounted>>();
  return (mounted) => {
    const known = made.get(mounted) ?? new Map(mounted.map((one) => [one.name, one]));
    made.set(mounted, known);
    return known;
  };
}
const namesIn = callsByName();

/** The in-process client for server rendering and tests: no HTTP, same parsing, same doors. */
export function localClient<C extends Contract>(
  contract: C,
  options: { mounted: readonly Mounted[]; ctx: Ctx; doors: Doors },
): Client<C> {
  const byName = namesIn(options.mounted);
  return clientOf(contract, async (_definition, input, name) => {
    const one = byName.get(name);
    if (one === undefined) throw new Error(`${name} is not mounted`);
    return run(one, { ctx: options.ctx, sent: input, doors: options.doors });
  });
}

/** Ready cookie text; `https` adds the Secure attribute. */
export function cookieText(cookie: CookieOut, scheme: 'http' | 'https'): string {
  const parts = [
    `${cookie.name}=${encodeURIComponent(cookie.value)}`,
    `Path=${cookie.path}`,
    `Max-Age=${cookie.maxAge}`,
    `SameSite=${localeFacts.cookieSameSite}`,
  ];
  if (cookie.httpOnly) parts.push('HttpOnly');
  if (scheme === 'https') parts.push('Secure');
  return parts.join('; ');
}

/** Sends a failure as RFC 9457 problem details; what is not expected is logged and told as `internal`. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = error instanceof Failure ? error : ofFastify(error);
  if (failure.code === 'internal') request.log.error({ error, route: request.routeOptions.url }, 'a request failed');
  if (failure !== error && failure.code === 'invalid_input')
    request.log.warn({ error, route: request.routeOptions.url }, 'a value is out of range');
  if (failure.code === 'unavailable' && bothOf(error).some((one) => hasCode(one, fullCodes)))
    request.log.error({ error, route: request.routeOptions.url }, 'the disk is full');
  const problem = problemOf(failure, request.routeOptions.config.failures ?? {});
  if (problem.code === 'too_many_requests' && typeof failure.data['seconds'] === 'number')
    reply.header('retry-after', String(failure.data['seconds']));
  return reply.code(problem.status).type('application/problem+json').send(problem);
}

function ofFastify(error: unknown): Failure {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === commonFailures.too_large) return new Failure('too_large');
  if (typeof status === 'number' && status >= 400 && status < 500) return new Failure('bad_request');
  if (bothOf(error).some(isOutOfRange)) return new Failure('invalid_input');
  return new Failure(isGone(error) ? 'unavailable' : 'internal');
}

/** A disk without room, as PostgreSQL tells it and as the machine does of the folder of files. */
const fullCodes = ['53100', 'ENOSPC', 'EDQUOT'];
const goneCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300', ...fullCodes];

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

/** A moment or number that a schema let through and that neither PostgreSQL (numeric_value_out_of_range, datetime formats) nor `Date` knows. */
const isOutOfRange = (error: unknown): boolean =>
  hasCode(error, ['22003', '22007', '22008', '22009']) || (error instanceof RangeError && error.message === 'Invalid time value');

/** The error and the one below it. */
const bothOf = (error: unknown): unknown[] => [error, error instanceof Error ? error.cause : null];

/** The database is away (connection refused, closed or starting up), or there is no room to save anything. */
function isGone(error: unknown): boolean {
  const seen = bothOf(error);
  return (
    seen.some((one) => hasCode(one, goneCodes)) ||
    seen.some((one) => one instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(one.message))
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    failures?: Readonly<Record<string, number>>;
    call?: string;
  }
}

/** A form that another site's page sends: none of ours sends one where JSON is asked, and browsers tell where a form comes from. Programs tell nothing. */
function isForeignForm(request: FastifyRequest, asked: Call): boolean {
  if (!/^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '')) return false;
  if (asked.bodyType !== 'form') return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && URL.parse(origin)?.host !== request.host;
}

type Repeatable = { ctx: Ctx; request: FastifyRequest; reply: FastifyReply; key: string };
/** Sends what the same request was answered before, or does it. */
async function sendOnce({ ctx, request, reply, key }: Repeatable, work: () => Promise<unknown>): Promise<FastifyReply> {
  const asked = { key, method: request.method, url: request.url, body: request.body };
  const answer = await once(ctx, asked, async () => {
    try {
      const result = await work();
      return result === undefined ? { status: 204, body: '' } : { status: 200, body: JSON.stringify(result) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const problem = problemOf(error, request.routeOptions.config.failures ?? {});
      if (problem.status >= 500 || problem.status === commonFailures.too_many_requests) throw error;
      return { status: problem.status, body: JSON.stringify(problem) };
    }
  });
  if (answer.again) reply.header('idempotency-replayed', 'true');
  if (answer.status === 204) return reply.code(204).send();
  const type = answer.status === 200 ? 'application/json; charset=utf-8' : 'application/problem+json';
  return reply.code(answer.status).type(type).send(answer.body);
}

/** RFC 9745 and RFC 8594. */
const deprecationHeaders = ({ deprecated }: Call): Record<string, string> =>
  deprecated === undefined
    ? {}
    : {
        deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        sunset: new Date(deprecated.sunset).toUTCString(),
      };

/** Registers every mounted call. `ctxOf` authenticates and builds the context of a request. */
export function mountCalls(
  app: FastifyInstance,
  options: {
    mounted: readonly Mounted[];
    doors: Doors;
    scheme: 'http' | 'https';
    ctxOf: (request: FastifyRequest, access: Access, setCookie: (cookie: CookieOut) => void) => Promise<Ctx>;
  },
): void {
  for (const one of options.mounted) {
    app.route({
      method: one.call.method,
      url: one.call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: one.call.bodyLimit ?? 100_000,
      config: { failures: one.call.failures ?? {}, call: one.name },
      handler: async (request, reply) => {
        // it could sign a visitor in as somebody else, or take their refresh token away
        if (isForeignForm(request, one.call)) throw new Failure('bad_request');
        const cookies: CookieOut[] = [];
        const ctx = await options.ctxOf(request, one.call.access, (cookie) => void cookies.push(cookie));
        const params = typeof request.params === 'object' && request.params !== null ? { ...request.params } : {};
        const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
        const work = () =>
          run(one, { ctx, sent: { params, query, body: request.body ?? {} }, doors: options.doors }).finally(() => {
            // also after a failure: a refresh token that was stolen is taken away with the refusal
            for (const cookie of cookies) reply.header('set-cookie', cookieText(cookie, options.scheme));
          });
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
        reply.headers(deprecationHeaders(one.call));
        const key = request.headers['idempotency-key'];
        if (typeof key === 'string' && one.call.method !== 'GET') {
          storable(request.body, 'body');
          return sendOnce({ ctx, request, reply, key }, work);
        }
        const result = await work();
        if (result === undefined) return reply.code(204).send();
        return reply.send(result);
      },
    });
  }
}
