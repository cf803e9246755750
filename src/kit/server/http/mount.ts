/** Puts a contract on the server: as routes of Fastify and as an in-process client with the same parsing and the same doors. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { clientOf, type SentInput } from '#kit/api.ts';
import type { CallAccess, Call, Client, Contract, CallGroup, Handlers } from '#kit/contract.ts';
import { commonFailures, Failure, notAllowed, notFound, problemOf } from '#kit/errors.ts';
import { localeFacts } from '#kit/facts.ts';
import { bodyLimitOf, fewFields, holdBody, openBodyBudget, takeJson } from './body-limits.ts';
import type { Actor, CookieOut, Ctx } from '#kit/server/ctx.ts';
import { refusedValue, repairedTexts } from './input-values.ts';
import { once } from './repeats.ts';
import { SealBroken } from '#kit/server/secrets.ts';
import { unknownFields } from './unknown-fields.ts';

type AnyHandler = (ctx: Ctx, input: { params: unknown; query: unknown; body: unknown }) => unknown;
export type MountedCall = { name: string; call: Call; handler: AnyHandler };
/** Whether this kind of account can ever hold the permission; given by `app`, because the kit knows no permission. */
export type MountRights = {
  everHeldBy: (permission: string, accountKind: 'customer' | 'vendor' | 'operator') => boolean;
  /** Whether somebody who acts in a customer's name may make that call; without it, none. */
  mayActFor?: (name: string, method: Call['method']) => boolean;
  /** Adds to a failure what its reader may know about it; given by `app`, because the kit knows neither plans nor offers. */
  explain?: (ctx: Ctx, failure: Failure) => Promise<Failure>;
  /** By name of the call: throws unless the address, which is signed, proves a sender whose long body may be read. */
  proveSender?: Readonly<Record<string, (ctx: Ctx, sent: Pick<SentInput, 'params' | 'query'>) => void>>;
};

/** Binds the handlers of one group to its calls. */
export const bind = <D extends CallGroup>(group: string, calls: D, handlers: Handlers<D, Ctx>): MountedCall[] =>
  bindLoaded(group, calls, handlers);

/** The same for handlers that `Domain` tied to their calls before they were put into a list. */
export function bindLoaded(group: string, calls: CallGroup, handlers: object): MountedCall[] {
  const byName = new Map<string, unknown>(Object.entries(handlers));
  return Object.entries(calls).map(([name, definition]) => {
    const handler = byName.get(name);
    if (typeof handler !== 'function') throw new Error(`${group}.${name} has no handler`);
    // cast: `Handlers` already tied each handler to its call; the list of all calls cannot carry the types
    return { name: `${group}.${name}`, call: definition, handler: handler as AnyHandler };
  });
}

function fieldsOf(issues: readonly z.core.$ZodIssue[], part: string): Record<string, string> {
  return fewFields(namedIssues(issues, part));
}

function* namedIssues(issues: readonly z.core.$ZodIssue[], part: string): Generator<readonly [string, string]> {
  for (const issue of issues) {
    // a field that nobody declared is named itself, not the object it stands in
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) yield [[part, ...path.map(String)].join('.'), issue.code === 'custom' ? issue.message : issue.code];
  }
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
  const fields = fewFields(unknown.map((path) => [`body.${path}`, 'unrecognized_keys']));
  const all = { ...fields, ...fieldsOf(result.error?.issues ?? [], 'body') };
  throw new Failure('invalid_input', { fields: fewFields(Object.entries(all)) });
}

/** The door of a call: throws unless the actor may knock at all. What a single thing allows is the service's decision. */
export function checkAccess(access: CallAccess, actor: Actor, doors: MountRights): void {
  if (access === 'all' || access === 'guest') return;
  if (actor.kind === 'nobody') throw new Failure('not_signed_in');
  if (access === 'user' || actor.kind === 'system') return;
  if (!doors.everHeldBy(access, actor.accountKind)) throw notFound();
  if (!actor.scope.includes(access)) throw notAllowed(access);
}

/** Throws `acting_for_somebody` when the call is for the person alone, and somebody else acts in their name. */
function checkActing(one: MountedCall, actor: Actor, doors: MountRights): void {
  if (actor.kind !== 'user' || actor.impersonator === undefined) return;
  if (doors.mayActFor?.(one.name, one.call.method) !== true) throw new Failure('acting_for_somebody');
}

type CallRun = { ctx: Ctx; sent: SentInput; doors: MountRights };

const isDocument = ({ furtherFields, bodyType }: Call): boolean => furtherFields === 'dropped' && bodyType !== 'form';
const bodyOf = (call: Call, sent: SentInput): unknown => (isDocument(call) ? repairedTexts(sent.body ?? {}) : (sent.body ?? {}));

async function run(one: MountedCall, { ctx, sent, doors }: CallRun): Promise<unknown> {
  checkAccess(one.call.access, ctx.actor, doors);
  checkActing(one, ctx.actor, doors);
  const input = {
    params: parsed(one.call.params, storable(sent.params ?? {}, 'params'), 'params'),
    query: parsed(one.call.query, storable(sent.query ?? {}, 'query'), 'query'),
    body: parsedBody(one.call, storable(bodyOf(one.call, sent), 'body')),
  };
  return z.parse(one.call.result, await handled(one, { ctx, sent, doors }, input));
}

/** A lost master key is a known trouble: logged, and answered with a failure that says what helps. */
async function handled(
  one: MountedCall,
  { ctx, doors }: CallRun,
  input: Parameters<MountedCall['handler']>[1],
): Promise<unknown> {
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
function callsByName(): (mounted: readonly MountedCall[]) => ReadonlyMap<string, MountedCall> {
  const made = new WeakMap<readonly MountedCall[], ReadonlyMap<string, MountedCall>>();
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
  options: { mounted: readonly MountedCall[]; ctx: Ctx; doors: MountRights },
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

type RepeatableRequest = { ctx: Ctx; request: FastifyRequest; reply: FastifyReply; key: string };
/** Sends what the same request was answered before, or does it. */
async function sendOnce(
  { ctx, request, reply, key }: RepeatableRequest,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<FastifyReply> {
  const repeatable = { key, method: request.method, url: request.url, body: request.body };
  const answer = await once(ctx, repeatable, async (noting) => {
    try {
      const result = await work(noting);
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

type MountOptions = {
  mounted: readonly MountedCall[];
  doors: MountRights;
  scheme: 'http' | 'https';
  ctxOf: (request: FastifyRequest, access: CallAccess, setCookie: (cookie: CookieOut) => void) => Promise<Ctx>;
};
type AdmittedRequest = { ctx: Ctx; cookies: CookieOut[] };

const recordOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});
const sentIn = ({ params, query }: FastifyRequest) => ({ params: recordOf(params), query: recordOf(query) });

/** Who asks, and whether they may make the call at all. Runs before the body is read. */
async function admit(one: MountedCall, request: FastifyRequest, { doors, ctxOf }: MountOptions): Promise<AdmittedRequest> {
  // it could sign a visitor in as somebody else, or take their refresh token away
  if (isForeignForm(request, one.call)) throw new Failure('bad_request');
  const cookies: CookieOut[] = [];
  const ctx = await ctxOf(request, one.call.access, (cookie) => void cookies.push(cookie));
  checkAccess(one.call.access, ctx.actor, doors);
  checkActing(one, ctx.actor, doors);
  doors.proveSender?.[one.name]?.(ctx, sentIn(request));
  return { ctx, cookies };
}

/** Registers every mounted call. `ctxOf` authenticates and builds the context of a request. */
export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  const admitted = new WeakMap<FastifyRequest, AdmittedRequest>();
  const budget = openBodyBudget();
  takeJson(app);
  for (const one of options.mounted) {
    const bodyLimit = bodyLimitOf(one.name, one.call, options.doors.proveSender ?? {});
    app.route({
      method: one.call.method,
      url: one.call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      config: { failures: one.call.failures ?? {}, call: one.name },
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
        admitted.set(request, await admit(one, request, options));
        holdBody(budget, bodyLimit, { request, reply });
      },
      handler: async (request, reply) => {
        const { ctx, cookies } = admitted.get(request) ?? (await admit(one, request, options));
        const sent = { ...sentIn(request), body: request.body ?? {} };
        const work = (by: Ctx) =>
          run(one, { ctx: by, sent, doors: options.doors }).finally(() => {
            // also after a failure: a refresh token that was stolen is taken away with the refusal
            for (const cookie of cookies) reply.header('set-cookie', cookieText(cookie, options.scheme));
          });
        reply.headers(deprecationHeaders(one.call));
        const key = request.headers['idempotency-key'];
        if (typeof key === 'string' && one.call.method !== 'GET' && one.call.neverKept === undefined) {
          storable(request.body, 'body');
          return sendOnce({ ctx, request, reply, key }, work);
        }
        const result = await work(ctx);
        if (result === undefined) return reply.code(204).send();
        return reply.send(result);
      },
    });
  }
}
