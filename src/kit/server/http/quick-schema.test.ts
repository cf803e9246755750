import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { quicken } from './quick-schema.ts';

const make = () => {
  const row = z.object({ id: z.string(), note: z.optional(z.string()), seen: z._default(z.number(), 3) });
  const square = z.strictObject({ kind: z.literal('square'), side: z.number() });
  const round = z.object({ kind: z.literal('round'), width: z.number() });
  return z.object({
    items: z.array(row).check(z.maxLength(2)),
    next: z.nullable(row),
    shape: z.discriminatedUnion('kind', [square, round]),
    dates: z.object({ from: z.number(), to: z.number() }).check(z.refine(({ from, to }) => from <= to, 'order')),
    extra: z.record(z.string(), z.object({ size: z.pipe(z.string(), z.transform(Number)) })),
  });
};
const good = {
  items: [
    { id: 'a', note: undefined },
    { id: 'b', seen: 1, secret: 'x' },
  ],
  next: null,
  shape: { kind: 'square', side: 2 },
  dates: { from: 1, to: 2 },
  extra: { one: { size: '5' } },
};

test.each([
  ['what fits', good],
  ['a field of the wrong kind', { ...good, items: [{ id: 1 }] }],
  ['a field that is missing', { ...good, items: [{}] }],
  ['too many items', { ...good, items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }],
  ['a field that a strict object does not know', { ...good, shape: { kind: 'square', side: 2, top: 1 } }],
  ['a shape that nobody knows', { ...good, shape: { kind: 'line' } }],
  ['a rule over two fields', { ...good, dates: { from: 3, to: 2 } }],
  ['no object at all', []],
  ['a name that is no field of its own', JSON.parse('{"__proto__":{"items":[]},"items":3}')],
])('a quickened schema says the same as before: %s', (_name, value) => {
  const plain = z.safeParse(make(), value);
  const quick = make();
  quicken(quick);
  quicken(quick);
  const found = z.safeParse(quick, value);
  expect(found.success).toBe(plain.success);
  expect(found.data).toStrictEqual(plain.data);
  expect(found.error?.issues).toEqual(plain.error?.issues);
});

test('every object inside is compiled, and what was compiled before stays as it is', () => {
  const inner = z.object({ id: z.string() });
  const outer = z.object({ inner: z.array(z.nullable(inner)) });
  quicken(outer);
  const { parse } = inner._zod;
  expect(inner._zod.traits.has('$ZodObjectJIT')).toBe(true);
  expect(inner._zod.run).toBe(parse);
  quicken(outer);
  expect(inner._zod.parse).toBe(parse);
});

test('a schema that holds itself is gone through once', () => {
  type Tree = { name: string; below: Tree[] };
  const tree: z.ZodMiniType<Tree> = z.object({
    name: z.string(),
    get below() {
      return z.array(tree);
    },
  });
  quicken(tree);
  const value = { name: 'a', below: [{ name: 'b', below: [] }] };
  expect(z.parse(tree, value)).toEqual(value);
});
