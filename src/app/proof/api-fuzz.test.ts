/** Whatever a field of a call holds, nobody's and an owner's, nothing breaks and no answer grows beyond bounds. `npm run fuzz -- api`. */
import { env } from 'node:process';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildKeeper } from '#operate/admin/server/admin.factory.ts';
import { mountedCalls } from '#app/assembly.ts';
import { testWorld, type World } from './testing.ts';

// biome-ignore lint/style/noProcessEnv: how many is the runner's to say
const runs = Number(env['FUZZ_RUNS'] ?? 600);
/** Bytes; lists of a hundred rows stay below, the reference is not among the calls. */
const longestAnswer = 1_000_000;

const deep = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], 'x');
const hostile: readonly unknown[] = ['\0', 'a\0b', 'a\ud800b', '9'.repeat(20), '-1', '1e20', '', '../../etc', "');--"]
  .concat(['2026-13-45', 'é'.repeat(3_000), '{"a":1}'])
  .map((text): unknown => text)
  .concat([1e20, -1e15, 9e15, 1.5, -1, null, true, [], {}, deep(2_000), { 'a\0': 1 }, Array(2_000).fill('x')]);

/** Something that the schema takes, or nearly; `ids` for what looks like an id. */
function sample(schema: z.core.$ZodType, id: string): unknown {
  const definition: object = schema._zod.def;
  const inner = 'innerType' in definition ? definition.innerType : 'in' in definition ? definition.in : null;
  if (inner instanceof z.core.$ZodType) return sample(inner, id);
  if (schema instanceof z.core.$ZodObject)
    return Object.fromEntries(Object.entries(schema._zod.def.shape).map(([key, field]) => [key, sample(field, id)]));
  if (schema instanceof z.core.$ZodArray) return [sample(schema._zod.def.element, id)];
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map((option) => sample(option, id))[0];
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries)[0];
  if (schema instanceof z.core.$ZodLiteral) return schema._zod.def.values[0];
  if (schema instanceof z.core.$ZodNumber) return 1;
  if (schema instanceof z.core.$ZodBoolean) return true;
  return schema instanceof z.core.$ZodString ? id : {};
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The paths of all fields within. */
const pathsIn = (value: unknown): string[][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsIn(inner).map((rest) => [key, ...rest])])
    : [];
function withValue(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  return { ...(isRecord(value) ? value : {}), [key]: withValue(isRecord(value) ? value[key] : {}, rest, put) };
}

/** They end the session that asks, or the account that the others need. */
const calls = mountedCalls.filter(({ name }) => !/^identity\.(logout|refresh|switch)|\.(close|leave|signOut)/i.test(name));

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

type FuzzRequest = { at: number; field: number; value: unknown; as: string; by: number };
async function ask({ at, field, value, as, by }: FuzzRequest, owner: { token: string; accountId: string }) {
  const one = calls[at % calls.length];
  if (one === undefined) throw new Error('no calls');
  const part = (schema: z.ZodMiniType | undefined) => (schema === undefined ? {} : sample(schema, owner.accountId));
  const valid = { params: part(one.call.params), query: part(one.call.query), body: part(one.call.body) };
  const all = pathsIn(valid).filter((path) => path.length > 1);
  // an address that leads nowhere is refused before anything else is looked at
  const fields = all.filter(([place]) => place !== 'params');
  const paths = fields.length > 0 ? fields : all;
  const sent: unknown = withValue(valid, paths[field % Math.max(1, paths.length)] ?? ['body'], value);
  const { params, query, body } = isRecord(sent) ? sent : {};
  const text = (inner: unknown) => encodeURIComponent((typeof inner === 'string' ? inner : JSON.stringify(inner)).toWellFormed());
  const url = one.call.path.replace(/\{(\w+)\}/g, (_all, name: string) => text(isRecord(params) ? params[name] : 'x'));
  const search = isRecord(query) ? Object.entries(query).map(([key, inner]) => `${text(key)}=${text(inner)}`) : [];
  const payload = one.call.method === 'GET' ? {} : { payload: JSON.stringify(body) };
  const answer = await world.app.inject({
    method: one.call.method,
    url: `${url}?${search.join('&')}`,
    remoteAddress: `10.1.${by >> 8}.${by & 255}`,
    headers: {
      ...(as === 'owner' ? { authorization: `Bearer ${owner.token}` } : {}),
      ...(one.call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...payload,
  });
  return {
    name: one.name,
    status: answer.statusCode,
    bytes: answer.rawPayload.length,
    failures: one.call.failures ?? {},
    body: answer.body,
  };
}

test(
  'a call with a hostile value in any field is refused or done, and never breaks',
  async () => {
    const { actor, token } = await buildKeeper(world);
    const one = fc.record({
      at: fc.nat(),
      field: fc.nat(),
      value: fc.oneof(fc.constant('a\0b'), fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 40 })),
      as: fc.constantFrom('owner', 'owner', 'owner', 'nobody'),
      by: fc.nat({ max: 65_535 }),
    });
    const broken: string[] = [];
    for (const request of fc.sample(one, { numRuns: runs, seed: 18 })) {
      const { name, status, bytes, failures, body } = await ask(request, { token, accountId: actor.accountId });
      const declared = Object.values(failures).includes(status);
      if ((status >= 500 && !declared) || bytes > longestAnswer)
        broken.push(`${name} as ${request.as}: ${status}, ${bytes} bytes, ${body.slice(0, 80)}`);
    }
    const lines = world.logged().filter((line) => line.includes('a request failed'));
    expect([...new Set(broken)], lines.slice(0, 5).join('\n').slice(0, 3_000)).toEqual([]);
  },
  60_000 + runs * 100,
);

const nul = encodeURIComponent('\0');
test.each([
  ['GET', `/api/offers?code=${nul}`, undefined],
  ['POST', '/api/login', '{"email":"a\\u0000@example.org","password":"x","challenge":"x"}'],
  ['POST', '/api/login', '{"email":"a\\ud800@example.org","password":"x","challenge":"x"}'],
  ['POST', '/api/login', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
] as const)('%s %s is refused as invalid input', async (method, url, payload) => {
  const content = payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } };
  const answer = await world.app.inject({ method, url, ...content });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
});
