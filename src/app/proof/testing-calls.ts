/** For tests that go through every call of the contract: the calls, and a way to make each over HTTP. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import * as z from 'zod';
import { type Call, type Contract, fillPath } from '#kit/contract.ts';
import { newId } from '#kit/server/ids.ts';
import { contract } from '#app/assembly.ts';

export type NamedCall = { name: string; call: Call };
const all: Contract = contract;
export const calls: readonly NamedCall[] = Object.entries(all).flatMap(([group, some]) =>
  Object.entries(some).map(([name, call]) => ({ name: `${group}.${name}`, call })),
);
export const isOpen = ({ call }: NamedCall): boolean => call.access === 'all' || call.access === 'guest';
export const closed: readonly NamedCall[] = calls.filter((one) => !isOpen(one));
export const guarded: readonly NamedCall[] = closed.filter(({ call }) => call.access !== 'user');
export const paramsOf = ({ call }: NamedCall): string[] => [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
export const withIds: readonly NamedCall[] = closed.filter((one) => paramsOf(one).length > 0);

export type Knock = {
  token?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  body?: unknown;
  search?: string;
};
export type KnockResult = { status: number; type: string; text: string; code: string };

type TestWeb = { inject(request: InjectOptions): Promise<LightMyRequestResponse> };
/** Makes the call over HTTP; ids that nobody gave are fresh ones. */
export async function knockOn(app: TestWeb, one: NamedCall, how: Knock): Promise<KnockResult> {
  const { call } = one;
  const form = call.bodyType === 'form';
  const kind = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = await app.inject({
    method: call.method,
    url: `${fillPath(call.path, Object.fromEntries(paramsOf(one).map((name) => [name, how.params?.[name] ?? newId()])))}${how.search ?? ''}`,
    headers: {
      ...(call.method === 'GET' ? {} : { 'content-type': kind }),
      ...(how.token === undefined ? {} : { authorization: `Bearer ${how.token}` }),
      ...how.headers,
    },
    ...(call.method === 'GET' ? {} : { payload: form ? '' : JSON.stringify(how.body ?? {}) }),
  });
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    text: answer.body,
    code: codeIn(answer.body),
  };
}
function codeIn(text: string): string {
  const read = z.object({ code: z.string() }).safeParse(text === '' ? {} : JSON.parse(text));
  return read.success ? read.data.code : '';
}

export type JsonObject = { [key: string]: unknown };
const isJson = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
/** A value that the schema takes, so that the call gets as far as looking for the thing. */
function sampleOf(schema: unknown): unknown {
  if (!isJson(schema)) return null;
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if ('const' in schema) return schema['const'];
  const choice = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choice)) return sampleOf(choice[0]);
  if (schema['type'] === 'object') {
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const properties = isJson(schema['properties']) ? schema['properties'] : {};
    return Object.fromEntries(required.map((name) => [String(name), sampleOf(properties[String(name)])]));
  }
  if (schema['type'] === 'array') return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => sampleOf(schema['items']));
  if (schema['type'] === 'string')
    return schema['format'] === 'email' ? 'd@example.org' : 'x'.repeat(Math.max(1, Number(schema['minLength'] ?? 1)));
  return schema['type'] === 'boolean' ? true : Number(schema['minimum'] ?? 1);
}
/** What a schema does not say: the address or the user id is required. */
const alsoRequired = new Map(
  ['rooms.invite', 'rooms.offerTransfer', 'rooms.inviteToMany'].map((name) => [name, 'd@example.org']),
);
/** A body that the call takes. */
export function bodyOf({ name, call }: NamedCall): unknown {
  if (call.body === undefined) return {};
  const body = sampleOf(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }));
  const email = alsoRequired.get(name);
  return isJson(body) && email !== undefined ? { ...body, email } : body;
}
