import { expect, test } from 'vitest';
import { readServers } from './server-import.rules.ts';

test('what is blank in a list of servers is not there; where it says something of its own it stays', () => {
  const yaml = `
servers:
  - name: one
    url: https://bbb.example.org
    secret: ''
    hash:
    tags:
    note:
    region: ''
    maxMeetings:
    state: ~
`;
  expect(readServers(yaml)).toEqual({
    servers: [{ name: 'one', url: 'https://bbb.example.org', line: 3, note: '', region: null, maxMeetings: null }],
    trouble: [],
  });
  expect(readServers('servers:\n  - name: one\n    url:\n').trouble).toMatchObject([{ code: 'missing', field: 'url' }]);
  const scalelite = 'servers:\n  bbb1:\n    url: https://bbb.example.org\n    secret: abc\n    tag:\n    load_multiplier:\n';
  expect(readServers(scalelite)).toMatchObject({ servers: [{ name: 'bbb1', tags: [] }], trouble: [] });
});
