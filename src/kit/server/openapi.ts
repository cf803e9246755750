/** The API reference: OpenAPI 3.1 made from the contracts, so that it cannot say something else than the server does. */
import * as z from 'zod';
import type { Call, Contract } from '#kit/contract.ts';
import { commonFailures } from '#kit/errors.ts';

type Json = Record<string, unknown>;
const schemaOf = (schema: Call['result'], io: 'input' | 'output'): Json => {
  const made: Json = { ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }) };
  delete made['$schema'];
  return made;
};
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function parameters(schema: Call['params'], where: 'path' | 'query'): Json[] {
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

const commonOf = (call: Call): Record<string, number> => ({
  ...(call.access === 'all' || call.access === 'guest' ? {} : { not_signed_in: commonFailures.not_signed_in }),
  ...(call.params === undefined && call.query === undefined && call.body === undefined
    ? {}
    : { invalid_input: commonFailures.invalid_input }),
});

function responses(call: Call): Json {
  const byStatus = new Map<number, string[]>();
  for (const [code, status] of Object.entries({ ...commonOf(call), ...call.failures }))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(call.result, 'output') } } },
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        { description: codes.map((code) => `\`${code}\``).join(', '), content: problem },
      ]),
    ),
  };
}

function operation(name: string, call: Call): Json {
  const type = call.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: call.summary,
    ...(call.access === 'all' || call.access === 'guest'
      ? { security: [] }
      : call.access === 'user'
        ? { description: 'Needs a session; no access key opens it.', security: [{ bearer: [] }] }
        : { description: `Needs the permission \`${call.access}\`.`, 'x-permission': call.access }),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(call.body === undefined
      ? {}
      : { requestBody: { required: true, content: { [type]: { schema: schemaOf(call.body, 'input') } } } }),
    responses: responses(call),
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

/** The whole document. */
export function openApi(contract: Contract, info: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls))
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(`${group}.${name}`, call) };
  }
  return {
    openapi: '3.1.0',
    info,
    security: [{ bearer: [] }, { accessKey: [] }],
    paths,
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
            'Up to 200 visible ASCII characters. The same request with the same key is done once; for 24 hours its answer is given again, marked `Idempotency-Replayed: true`. Another request under the same key is refused with 422 `repeat_differs`, one that is still being worked on with 409 `repeat_running`.',
          schema: { type: 'string', maxLength: 200 },
        },
      },
      schemas: { Problem: problemSchema },
    },
  };
}
