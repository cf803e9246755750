/** The API reference: OpenAPI 3.1 made from the contracts, so that it cannot say something else than the server does. */
import * as z from 'zod';
import type { Call, Contract } from '#kit/contract.ts';
import { commonFailures } from '#kit/errors.ts';

type JsonObject = Record<string, unknown>;
const schemaOf = (schema: Call['result'], io: 'input' | 'output'): JsonObject => {
  const made: JsonObject = { ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }) };
  delete made['$schema'];
  return made;
};
const isJson = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function parameters(schema: Call['params'], where: 'path' | 'query'): JsonObject[] {
  if (schema === undefined) return [];
  const made = schemaOf(schema, 'input');
  const required = Array.isArray(made['required']) ? made['required'] : [];
  return Object.entries(isJson(made['properties']) ? made['properties'] : {}).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }));
}

/** What a call may be asked with. `people`: by sessions alone, no access key opens it. */
type AccessKind = 'open' | 'people' | 'keys';
const doorOf = ({ access }: Call, neverByKey: readonly string[]): AccessKind =>
  access === 'all' || access === 'guest' ? 'open' : access === 'user' || neverByKey.includes(access) ? 'people' : 'keys';

type CommonFailures = Partial<Record<keyof typeof commonFailures, number>>;
const some = (...codes: (keyof typeof commonFailures)[]): CommonFailures =>
  Object.fromEntries(codes.map((code) => [code, commonFailures[code]]));
const nothing: CommonFailures = {};
/** Failures that the way to every call of this kind may have; what a call adds to them stands in its contract. */
function commonOf(call: Call, door: AccessKind): CommonFailures {
  const guarded = call.access !== 'user' && door !== 'open';
  const asks = call.params !== undefined || call.query !== undefined || call.body !== undefined;
  return {
    ...(asks ? some('invalid_input') : nothing),
    ...(door === 'open' ? nothing : some('not_signed_in')),
    ...(guarded ? some('not_allowed') : nothing),
    ...(call.access === 'user' ? some('not_for_keys') : nothing),
    ...(door !== 'open' && call.method !== 'GET' ? some('acting_for_somebody') : nothing),
    ...(guarded && (call.method === 'POST' || call.method === 'PUT') ? some('limit_reached') : nothing),
    ...(guarded || call.params !== undefined ? some('not_found') : nothing),
    ...some('too_many_requests'),
  };
}

const retryAfter = { 'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer', minimum: 1 } } };
function responses(call: Call, door: AccessKind): JsonObject {
  const byStatus = new Map<number, string[]>();
  for (const [code, status] of Object.entries({ ...commonOf(call, door), ...call.failures }))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(call.result, 'output') } } },
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `\`${code}\``).join(', '),
          ...(status === commonFailures.too_many_requests ? { headers: retryAfter } : {}),
          content: problem,
        },
      ]),
    ),
  };
}

function safetyOf({ access }: Call, door: AccessKind): JsonObject {
  if (door === 'open') return { security: [] };
  if (access === 'user') return { description: 'Needs a session; no access key opens it.', security: [{ bearer: [] }] };
  const needs = { description: `Needs the permission \`${access}\`.`, 'x-permission': access };
  // the rest takes what the document asks for everywhere
  return door === 'people'
    ? { ...needs, description: `${needs.description} No access key is given it.`, security: [{ bearer: [] }] }
    : needs;
}

function operation(name: string, call: Call, door: AccessKind): JsonObject {
  const type = call.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: call.summary,
    ...(call.deprecated === undefined ? {} : { deprecated: true, 'x-sunset': call.deprecated.sunset }),
    ...safetyOf(call, door),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(call.body === undefined
      ? {}
      : { requestBody: { required: true, content: { [type]: { schema: schemaOf(call.body, 'input') } } } }),
    responses: responses(call, door),
  };
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    data: { type: 'object' },
  },
};

/** One kind of news that goes out; `data` is what it says. */
export type DocumentedNews = Readonly<Record<string, { summary: string; data: Call['result'] }>>;
/** `signature`: the header that each of them carries. */
export type ApiAbout = {
  title: string;
  version: string;
  description: string;
  /** Permissions that no access key is given. */
  neverByKey: readonly string[];
  webhooks: { news: DocumentedNews; signature: string };
};

const webhookOf = (name: string, { summary, data }: DocumentedNews[string], signature: string): JsonObject => ({
  post: {
    operationId: `webhook.${name}`,
    tags: ['webhooks'],
    summary,
    security: [],
    parameters: [
      {
        name: signature,
        in: 'header',
        required: true,
        description:
          '`t=` seconds, `v1=` HMAC-SHA256 in hex over `{t}.{body}` with the secret of the webhook; a second `v1` while a secret is changed.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id', 'type', 'at', 'account', 'data'],
            properties: {
              id: { type: 'string', description: 'The same each time the same thing is told.' },
              type: { const: name },
              at: { type: 'integer', description: 'Epoch milliseconds.' },
              account: { type: 'string' },
              data: schemaOf(data, 'output'),
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Taken. Anything else is tried again.' } },
  },
});

/** What contains itself is defined once, among the components: a reference within one answer alone leads to nothing in the document. */
function withDefinitionsIn(schemas: JsonObject, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withDefinitionsIn(schemas, one));
  if (!isJson(value)) return value;
  const { $defs, ...rest } = value;
  for (const [name, schema] of Object.entries(isJson($defs) ? $defs : {})) schemas[name] = withDefinitionsIn(schemas, schema);
  return Object.fromEntries(
    Object.entries(rest).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string'
        ? one.replace('#/$defs/', '#/components/schemas/')
        : withDefinitionsIn(schemas, one),
    ]),
  );
}

/** The whole document. */
export function openApi(contract: Contract, about: ApiAbout): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls))
      paths[call.path] = {
        ...paths[call.path],
        [call.method.toLowerCase()]: operation(`${group}.${name}`, call, doorOf(call, about.neverByKey)),
      };
  }
  const { news, signature } = about.webhooks;
  const schemas: JsonObject = { Problem: problemSchema };
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version, description: about.description },
    security: [{ bearer: [] }, { accessKey: [] }],
    paths: withDefinitionsIn(schemas, paths),
    webhooks: Object.fromEntries(Object.entries(news).map(([name, one]) => [name, webhookOf(name, one, signature)])),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a session.' },
        accessKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'atr_…',
          description: 'An access key of the account; 60 calls a minute, then 429 with `Retry-After`.',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Up to 200 visible ASCII characters. The same request with the same key is done once; for 24 hours its answer is given again, marked `Idempotency-Replayed: true`. Another request under the same key is refused with 422 `repeat_differs`, one that is still being worked on with 409 `repeat_running` and `Retry-After`. A request whose process died before it changed anything is carried out by a repeat, at the earliest after a minute; one that was carried out but left no answer is never done again: 409 `repeat_unanswered`, then look at what is there.',
          schema: { type: 'string', maxLength: 200 },
        },
      },
      schemas,
    },
  };
}
