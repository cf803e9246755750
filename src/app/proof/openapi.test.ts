import { expect, test } from 'vitest';
import { contract } from '#app/assembly.ts';
import type { Call, Contract } from '#kit/contract.ts';
import { operationsOf } from '#connect/rest/operations.rules.ts';
import { neverByKey } from '#core/iam/keys.rules.ts';
import { webhookEvents } from '#connect/webhooks/webhooks.rules.ts';
import { apiDocument } from '#app/http/api-document.ts';

const all: Contract = contract;
const calls: [string, Call][] = Object.entries(all).flatMap(([group, some]) =>
  Object.entries(some).map(([name, call]): [string, Call] => [`${group}.${name}`, call]),
);

type Json = { [key: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((here, key) => (isJson(here) ? here[key] : undefined), value);
/** The document as a reader gets it. */
const read: unknown = JSON.parse(JSON.stringify(apiDocument()));
const operationOf = (call: Call) => at(read, 'paths', call.path, call.method.toLowerCase());

/** Every reference in the document. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === '$ref' && typeof one === 'string' ? [one] : refsIn(one)));
}

test('the page where calls are tried reads every call behind a permission', () => {
  const guarded = calls.filter(([, call]) => !['all', 'guest', 'user'].includes(call.access)).map(([name]) => name);
  expect(
    operationsOf(read)
      .map((one) => one.id)
      .sort(),
  ).toEqual(guarded.sort());
});

test('it is a document of version 3.1 with a title and the bearer scheme', () => {
  expect(read).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Atrium', version: '0.1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
});

test('every call is in it, none covered by another of the same address', () => {
  const paths = isJson(read) && isJson(read['paths']) ? read['paths'] : {};
  const written = Object.values(paths).flatMap((path) =>
    isJson(path) ? Object.values(path).map((one) => at(one, 'operationId')) : [],
  );
  expect(written.sort()).toEqual(calls.map(([name]) => name).sort());
});

test('every reference leads to something in the document', () => {
  const refs = refsIn(read);
  expect(refs.length).toBeGreaterThan(0);
  for (const ref of refs) {
    expect(ref).toMatch(/^#\/components\//);
    expect(at(read, ...ref.slice(2).split('/')), ref).toBeDefined();
  }
});

test.each(calls)('%s names its parameters, its body, its answer and its failures', (name, call) => {
  const operation = operationOf(call);
  expect(operation).toMatchObject({ operationId: name, summary: call.summary });
  const parameters = at(operation, 'parameters');
  const inPath = Array.isArray(parameters) ? parameters.filter((one) => at(one, 'in') === 'path') : [];
  expect(inPath.map((one) => at(one, 'name')).sort()).toEqual(
    [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(),
  );
  for (const one of inPath) expect(at(one, 'required')).toBe(true);
  expect(at(operation, 'requestBody') !== undefined).toBe(call.body !== undefined);
  expect(at(operation, 'responses', '200', 'content', 'application/json', 'schema')).toBeDefined();
  for (const [code, status] of Object.entries(call.failures ?? {}))
    expect(String(at(operation, 'responses', String(status), 'description'))).toContain(`\`${code}\``);
  const open = call.access === 'all' || call.access === 'guest';
  const people = call.access === 'user' || neverByKey.includes(call.access);
  expect(at(operation, 'security')).toEqual(open ? [] : people ? [{ bearer: [] }] : undefined);
  const answers = at(operation, 'responses');
  const statuses = isJson(answers) ? Object.keys(answers) : [];
  expect(statuses).toContain('429');
  expect(at(answers, '429', 'headers', 'Retry-After', 'schema')).toEqual({ type: 'integer', minimum: 1 });
  if (!open) expect(statuses).toEqual(expect.arrayContaining(['401', '403']));
  if (call.params !== undefined) expect(statuses).toContain('404');
  if (!open && call.access !== 'user' && call.method === 'POST') expect(statuses).toContain('402');
  expect(call.summary).toMatch(/^[A-Z].*\.$/);
  expect(call.method === 'GET' && call.body !== undefined).toBe(false);
});

test('all news that go out are in it, each with what it says', () => {
  const webhooks = at(read, 'webhooks');
  expect(isJson(webhooks) ? Object.keys(webhooks).sort() : []).toEqual([...webhookEvents].sort());
  for (const name of webhookEvents) {
    const body = at(webhooks, name, 'post', 'requestBody', 'content', 'application/json', 'schema', 'properties');
    expect(at(body, 'type', 'const')).toBe(name);
    const data = at(body, 'data');
    expect([name, at(data, 'properties') !== undefined || at(data, 'anyOf') !== undefined]).toEqual([name, true]);
  }
});

test('a form is documented as a form', () => {
  expect(at(operationOf(contract.identity.token), 'requestBody', 'content', 'application/x-www-form-urlencoded')).toBeDefined();
});
