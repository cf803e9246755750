import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildFake, buildOperator, buildPooled } from './servers.factory.ts';
import { clientFor, serverList } from './servers.service.ts';

async function stage() {
  const world = await worldForThisTest();
  const operator = await buildOperator(world);
  const api = world.api(operator).servers;
  return {
    world,
    operator,
    api,
    dry: (text: string) => api.importText({ body: { text, mode: 'dry' } }),
    write: (text: string) => api.importText({ body: { text, mode: 'write' } }),
  };
}

test('a list of Scalelite is read: weights, tags, and who is out', async () => {
  const { world, dry, write, api } = await stage();
  const [one, two] = [await buildFake(), await buildFake()];
  const text = `servers:
  bbb1:
    url: ${one.url}/api
    secret: ${one.secret}
    enabled: true
    load_multiplier: 2.5
    tag: Exams
    load: 3.0
    online: true
  "bbb2":
    url: ${two.url}/api/
    secret: ${two.secret}
    enabled: false
    load_multiplier: "1.0"
`;
  expect(await dry(text)).toEqual({ mode: 'dry', added: ['bbb1', 'bbb2'], changed: [], unchanged: [], trouble: [] });
  expect((await api.list({})).total).toBe(0);
  expect(await write(text)).toMatchObject({ mode: 'written', added: ['bbb1', 'bbb2'] });
  expect((await api.list({})).items).toMatchObject([
    { name: 'bbb1', state: 'enabled', health: 'healthy', multiplier: 2.5, tags: ['exams'] },
    { name: 'bbb2', state: 'disabled', stateReason: 'by_hand', multiplier: 1, tags: [] },
  ]);
  const [first] = await serverList(world.ctx());
  if (first === undefined) throw new Error('no server');
  expect(await clientFor(world.ctx(), first).getMeetings()).toMatchObject({ ok: true });
  expect(await write(text)).toEqual({ mode: 'written', added: [], changed: [], unchanged: ['bbb1', 'bbb2'], trouble: [] });
});

test('what was exported is read again and changes nothing, and holds no secret', async () => {
  const { world, operator, api, dry, write } = await stage();
  const now = Math.floor(world.clock.now() / 1000) * 1000;
  const maintenance = [{ from: now, to: now + 60_000, note: 'disks: new' }];
  const { fake } = await buildPooled(world, operator, {
    name: 'north: 1',
    tags: ['a'],
    pools: ['p'],
    region: 'x',
    maxPeople: 9,
    maintenance,
  });
  const { text, fileName } = await api.exportText({});
  expect(fileName).toMatch(/^servers-\d{4}-\d\d-\d\d\.yaml$/);
  expect(text).not.toContain(fake.secret);
  expect(await dry(text)).toEqual({ mode: 'dry', added: [], changed: [], unchanged: ['north: 1'], trouble: [] });
  const changed = text.replace('maxPeople: 9', 'maxPeople: 90').replace('- a', '- b');
  expect(await dry(changed)).toMatchObject({ changed: [{ name: 'north: 1', fields: ['tags', 'maxPeople'] }] });
  await write(changed);
  expect((await api.list({})).items).toMatchObject([{ maxPeople: 90, tags: ['b'], maintenance, state: 'enabled' }]);
});

test('a server that has a new name is known by its address', async () => {
  const { world, operator, api, write } = await stage();
  const { fake } = await buildPooled(world, operator, { name: 'old' });
  const text = `- name: new\n  url: ${fake.url}\n`;
  expect(await write(text)).toMatchObject({ mode: 'written', changed: [{ name: 'new', fields: ['name'] }] });
  expect((await api.list({})).items.map((one) => one.name)).toEqual(['new']);
});

test('whatever cannot be used is told with its line, and then nothing is written', async () => {
  const { api, write } = await stage();
  const text = `servers:
  - name: good
    url: https://good.example
    secret: s
  - name: bad
    url: ftp://bad.example
    secret: s
    multiplier: 100
  - url: https://nameless.example
    secret: s
  - name: good
    url: https://other.example
    secrets: s
`;
  const told = await write(text);
  expect(told.mode).toBe('dry');
  expect(told.trouble).toEqual([
    { line: 8, server: 'bad', code: 'invalid', field: 'multiplier' },
    { line: 9, server: null, code: 'missing', field: 'name' },
    { line: 11, server: 'good', code: 'twice', field: 'name' },
    { line: 11, server: 'good', code: 'no_secret', field: 'secret' },
    { line: 13, server: 'good', code: 'unknown_field', field: 'secrets' },
  ]);
  expect((await api.list({})).total).toBe(0);
});

test.each([
  ['servers: [', 'not_yaml'],
  ['', 'no_servers'],
  ['just words', 'no_servers'],
  ['servers: []', 'no_servers'],
  [`a: &a [x, x]\nb: &b [*a, *a]\nservers: *b`, 'no_servers'],
])('text without servers is refused: %j', async (text, code) => {
  const { dry } = await stage();
  expect((await dry(text)).trouble.map((one) => one.code)).toContain(code);
});

test('two servers with one address are refused, spelt as they may be', async () => {
  const { dry } = await stage();
  const text = `servers:\n  a: { url: "https://x.example/bigbluebutton/api", secret: s }\n  b: { url: "https://x.example", secret: s }\n`;
  expect((await dry(text)).trouble).toEqual([{ line: 3, server: 'b', code: 'url_taken', field: 'url' }]);
});
