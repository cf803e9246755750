import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { browserContract } from './vite-contracts.ts';

const both = (code: string) => browserContract(code, parseSync('x.js', code).program);
const shown = (code: string): string => both(code).calls.code;

test('a call keeps what the browser sends by', () =>
  expect(
    shown(
      "export const calls = { list: call({ method: 'GET', path: '/api/a', summary: 'All.', access: 'user', query: q, result: z.object({}) }) };",
    ),
  ).toBe("export const calls = { list: { method: 'GET', path: '/api/a', access: 'user' } };"));

test('a call that is spread into another group keeps its other parts', () =>
  expect(shown("const one = { ...more, b: call({ ...base, method: 'PUT', bodyType: 'form', body: y }) };")).toBe(
    "const one = { ...more, b: { ...base, method: 'PUT', bodyType: 'form' } };",
  ));

test('an object of the module that is spread into a call leaves its schemas behind', () => {
  const found = shown(
    "export const one = { params: z.object({ id }), access: 'user' }; export const calls = { get: call({ method: 'GET', ...one, result: x }) };",
  );
  expect(found).toBe(
    "const one = /* @__PURE__ */ (() => ({ params: z.object({ id }), access: 'user' }))(); export const calls = { get: { method: 'GET', access: 'user' } };",
  );
});

test('a call behind an arrow stays an object', () => {
  expect(shown("const act = (verb) => call({ method: 'POST', path: `/api/${verb}`, result: x });")).toBe(
    "const act = (verb) => ({ method: 'POST', path: `/api/${verb}` });",
  );
  const more =
    "const act = (a) => (call({ method: 'POST' })); const acts = { b: (a) => /* so */ call({ method: 'GET' }), c: [call({})] };";
  expect(shown(more)).toBe(
    "const act = (a) => ({ method: 'POST' }); const acts = { b: (a) => /* so */ ({ method: 'GET' }), c: [{  }] };",
  );
  expect(shown("const act = (a) => { return call({ method: 'POST' }); };")).toBe(
    "const act = (a) => { return { method: 'POST' }; };",
  );
});

test('a schema goes where nobody uses it', () =>
  expect(shown('const email = z.string().check(z.email());')).toBe(
    'const email = /* @__PURE__ */ (() => (z.string().check(z.email())))();',
  ));

test('what a form uses stands in a module of its own', () => {
  const found = both("export const email = z.email(); export const calls = { ask: call({ method: 'GET', body: email }) };");
  const light = '/* @__PURE__ */ (() => (z.email()))()';
  expect(found.calls).toEqual({
    code: `const email = ${light}; export const calls = { ask: { method: 'GET' } };`,
    names: ['calls'],
  });
  expect(found.schemas).toEqual({
    code: `export const email = ${light}; const calls = { ask: { method: 'GET' } };`,
    names: ['email'],
  });
});

test('plain values and functions stay as they are', () => {
  const code = "const limits = { a: 1 } ; const page = (x) => z.object({ x }); const words = ['a', 'b'];";
  expect(shown(code)).toBe(code);
});

test('a call that is not written as an object stops the build', () =>
  expect(() => shown('const calls = { a: call(made) };')).toThrow('something else than an object'));
