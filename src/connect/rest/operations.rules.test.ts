import { expect, test } from 'vitest';
import { addressOf, curlOf, operationsOf, sampleOf } from './operations.rules.ts';

const document = {
  paths: {
    '/api/rooms/{id}': {
      patch: {
        operationId: 'rooms.update',
        tags: ['rooms'],
        summary: 'Changes a room.',
        'x-permission': 'rooms.edit',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'search', in: 'query', schema: { type: 'string' } },
          { name: 'Idempotency-Key', in: 'header' },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'open'],
                properties: { name: { type: 'string' }, open: { type: 'boolean' }, more: { type: 'number' } },
              },
            },
          },
        },
      },
    },
    '/api/user': { get: { operationId: 'identity.user', tags: ['identity'], summary: 'Who am I.' } },
  },
};
const [first] = operationsOf(document);
if (first === undefined) throw new Error('nothing was read');

test('calls behind a permission are read, with their parameters and a body to begin with', () => {
  expect(operationsOf(document)).toHaveLength(1);
  expect(first).toMatchObject({
    id: 'rooms.update',
    method: 'PATCH',
    permission: 'rooms.edit',
    body: '{\n  "name": "",\n  "open": false\n}',
  });
  expect(first.parameters).toEqual([
    { name: 'id', in: 'path', required: true },
    { name: 'search', in: 'query', required: false },
  ]);
});

test('what is typed in is escaped in the address, and empty fields are left out', () => {
  expect(addressOf(first, { id: 'a/b', search: '' })).toBe('/api/rooms/a%2Fb');
  expect(addressOf(first, { id: '1', search: 'a b&c' })).toBe('/api/rooms/1?search=a%20b%26c');
});

test('the line for a shell quotes what is in it and holds no key', () => {
  const line = curlOf(first, { values: { id: '1' }, body: `{"name":"it's"}` }, 'https://meet.example');
  expect(line).toContain(`'https://meet.example/api/rooms/1'`);
  expect(line).toContain(`-d '{"name":"it'\\''s"}'`);
  expect(line).toContain('Bearer $ATRIUM_KEY');
});

test('samples follow the schema', () => {
  expect(sampleOf({ enum: ['open', 'code'] })).toBe('open');
  expect(sampleOf({ anyOf: [{ type: 'null' }, { type: 'string' }] })).toBe(null);
  expect(sampleOf({ type: 'integer', default: 50 })).toBe(50);
});
