import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { worldForThisTest } from './testing.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bind, localClient } from '#kit/server/http/mount.ts';
import { unknownFields } from '#kit/server/http/unknown-fields.ts';

const person = z.object({ name: z.string() });
const schema = z.object({
  title: z.string(),
  owner: z.optional(z.nullable(person)),
  people: z._default(z.array(person), []),
  labels: z.record(z.string(), z.string()),
  extra: z.looseObject({ kind: z.string() }),
  choice: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
});

test.each<[string, object, string[]]>([
  ['nothing', { title: 'a', owner: { name: 'x' }, people: [{ name: 'y' }], labels: { any: 'z' } }, []],
  ['a field beside the others', { title: 'a', role: 'owner' }, ['role']],
  ['a field of an object within', { owner: { name: 'x', role: 'owner' } }, ['owner.role']],
  [
    'a field of a thing in a list',
    { people: [{ name: 'x' }, { name: 'y', id: 1, admin: true }] },
    ['people.1.id', 'people.1.admin'],
  ],
  ['what a loose object, a choice or a record holds', { extra: { kind: 'k', more: 1 }, choice: { a: 'x', c: 1 } }, []],
  ['a name that every object has', { constructor: 1, toString: 2 }, ['constructor', 'toString']],
  ['a value of another kind', { owner: 'text', people: 'text' }, []],
])('%s is told', (_what, value, told) => {
  expect(unknownFields(schema, value)).toEqual(told);
});

const calls = {
  plain: call({ method: 'POST', path: '/api/plain', summary: 'x', access: 'all', body: person, result: z.undefined() }),
  loose: call({
    method: 'POST',
    path: '/api/loose',
    summary: 'x',
    access: 'all',
    furtherFields: 'dropped',
    body: person,
    result: z.undefined(),
  }),
};

test('abuse row 5: a body with a field that the contract does not name is refused with its name, unless the contract says that it is dropped', async () => {
  const world = await worldForThisTest();
  const got: unknown[] = [];
  const mounted = bind('things', calls, { plain: () => undefined, loose: (_ctx: Ctx, { body }) => void got.push(body) });
  const api = localClient({ things: calls }, { mounted, ctx: world.ctx(), doors: { everHeldBy: () => true } });
  const more = { name: 'a', role: 'owner' };
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof Failure ? [error.code, error.fields] : error),
    );
  expect(await refusal(api.things.plain({ body: more }))).toEqual(['invalid_input', { 'body.role': 'unrecognized_keys' }]);
  const wrong: { name: string } = JSON.parse('{"name":1,"role":"owner"}');
  expect(await refusal(api.things.plain({ body: wrong }))).toEqual([
    'invalid_input',
    { 'body.role': 'unrecognized_keys', 'body.name': 'invalid_type' },
  ]);
  expect(await refusal(api.things.plain({ body: { name: 'a' } }))).toBeNull();
  expect(await refusal(api.things.loose({ body: more }))).toBeNull();
  expect(got).toEqual([{ name: 'a' }]);
});
