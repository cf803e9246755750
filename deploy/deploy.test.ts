import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configTable } from '#kit/server/config/config-table.ts';

const root = resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const instructions = (text: string) => text.split('\n').filter((line) => !/^\s*#/.test(line));
const known = new Set([...Object.values(configTable).map(({ env }) => env), 'NODE_ENV']);
const ofPostgres = new Set(['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'POSTGRES_INITDB_ARGS']);

type Tree = Map<string, Tree | string>;

/** Reads the part of YAML that the compose file uses: nested maps by indentation; lists become maps with numbers as keys. */
function readYaml(text: string): Tree {
  const top: Tree = new Map();
  const open: { indent: number; tree: Tree }[] = [{ indent: -1, tree: top }];
  for (const line of instructions(text).filter((one) => one.trim() !== '')) {
    const indent = line.search(/\S/);
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const tree = open.at(-1)?.tree ?? top;
    const item = /^- (.*)$/.exec(line.trim());
    const entry = /^([\w-]+):(?: (.*))?$/.exec(line.trim());
    if (item) tree.set(String(tree.size), item[1] ?? '');
    else if (entry?.[2] !== undefined) tree.set(entry[1] ?? '', entry[2]);
    else if (entry) {
      const below: Tree = new Map();
      tree.set(entry[1] ?? '', below);
      open.push({ indent, tree: below });
    } else throw new Error(`compose.yaml: cannot read "${line}"`);
  }
  return top;
}

function at(tree: Tree, ...path: string[]): Tree {
  const next = tree.get(path[0] ?? '');
  if (!(next instanceof Map)) throw new Error(`compose.yaml has no ${path.join('.')}`);
  return path.length === 1 ? next : at(next, ...path.slice(1));
}

describe('compose.yaml', () => {
  const compose = readYaml(read('compose.yaml'));

  test.each(['app', 'worker', 'engine'])(
    '%s sets only variables that the product knows, and those without which it cannot serve',
    (service) => {
      const names = [...at(compose, 'services', service, 'environment').keys()];
      expect(names.filter((name) => !known.has(name))).toEqual([]);
      expect(names).toEqual(expect.arrayContaining(['PROCESSES', 'PUBLIC_URL', 'DATABASE_URL', 'MASTER_KEY']));
    },
  );

  test('every value from outside belongs to the product or to PostgreSQL, and secrets have no default', () => {
    const used = [...read('compose.yaml').matchAll(/\$\{(\w+)(:[?-])?/g)].map(([, name = '', kind]) => ({ name, kind }));
    expect(used.filter(({ name }) => !known.has(name) && !ofPostgres.has(name))).toEqual([]);
    expect(used.filter(({ name, kind }) => /^(MASTER_KEY|POSTGRES_PASSWORD)$/.test(name) && kind !== ':?')).toEqual([]);
  });

  test('the database is kept in a volume, answers a health check, and is not reachable from outside', () => {
    const postgres = at(compose, 'services', 'postgres');
    expect([...at(postgres, 'volumes').values()]).toEqual(['database:/var/lib/postgresql']);
    expect([...at(compose, 'volumes').keys()]).toContain('database');
    expect(String(at(postgres, 'healthcheck').get('test'))).toContain('pg_isready');
    expect(postgres.has('ports')).toBe(false);
    expect([...at(postgres, 'environment').keys()].filter((name) => !ofPostgres.has(name))).toEqual([]);
  });

  test('pages are published on loopback for the proxy, media for the world', () => {
    const portsOf = (service: string) => [...at(compose, 'services', service, 'ports').values()];
    expect([portsOf('app'), portsOf('engine')]).toEqual([['"127.0.0.1:3000:3000"'], ['"40000:40000/udp"']]);
  });

  test('the engine runs apart, is reached by its name, and has time to let meetings end', () => {
    const engine = at(compose, 'services', 'engine');
    expect(at(compose, 'services', 'app', 'environment').get('ENGINE')).toBe('"off"');
    expect(at(engine, 'environment').get('ENGINE_ADDRESS')).toMatch(/^engine:/);
    expect(Number.parseInt(String(engine.get('stop_grace_period')), 10)).toBeGreaterThan(
      configTable.engineDrain.read(undefined) + 25,
    );
  });

  test('the build names files that exist', () => {
    expect(existsSync(join(root, String(at(compose, 'services', 'app', 'build').get('dockerfile'))))).toBe(true);
  });
});

describe('Dockerfile', () => {
  const lines = instructions(read('Dockerfile').replaceAll('\\\n', ' '));
  const of = (verb: string) => lines.filter((line) => line.startsWith(`${verb} `));

  test('ends as an ordinary user in its last stage, and pins what it stands on', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(
      of('FROM').filter((line) => /:latest| [\w/-]+$/.test(line.replace(/ AS \w+$/, '')) && !line.includes('packages')),
    ).toEqual([]);
  });

  test('sets only variables that the product knows', () => {
    const names = of('ENV').flatMap((line) => [...line.matchAll(/(\w+)=/g)].map((match) => match[1] ?? ''));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  test('copies files that exist', () => {
    const sources = of('COPY')
      .filter((line) => !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect(sources.length).toBeGreaterThan(5);
  });

  test('starts the product, and asks it whether it can serve', () => {
    expect(of('CMD')).toEqual(['CMD ["node", "src/app/main.ts"]']);
    expect(lines.find((line) => line.startsWith('HEALTHCHECK'))).toContain('/readyz');
  });

  test('runs no install script of a package', () => {
    expect(of('RUN').filter((line) => /npm (ci|install)/.test(line) && !line.includes('--ignore-scripts'))).toEqual([]);
  });
});

describe.each(['atrium.service', 'atrium-engine.service'])('%s', (file) => {
  const settings = instructions(read(file)).flatMap((line): [string, string][] => {
    const match = /^(\w+)=(.*)$/.exec(line);
    return match ? [[match[1] ?? '', match[2] ?? '']] : [];
  });
  const settingOf = (name: string) => settings.filter(([key]) => key === name).map(([, value]) => value);

  test('runs as its own user with no way to become another', () => {
    expect(settingOf('User')).toEqual(['atrium']);
    expect(settingOf('NoNewPrivileges')).toEqual(['yes']);
    expect(settingOf('CapabilityBoundingSet')).toEqual(['']);
    expect(settingOf('ProtectSystem')).toEqual(['strict']);
  });

  test('sets only variables that the product knows', () => {
    const names = settingOf('Environment').map((value) => value.split('=')[0] ?? '');
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(names).toContain('DATA_DIR');
  });

  test('leaves a database alone that the other unit still uses', () => {
    expect([settingOf('KillMode'), settingOf('RemoveIPC')]).toEqual([['process'], ['no']]);
  });

  test('leaves compiling while running allowed, which JavaScript needs', () => {
    expect(settingOf('MemoryDenyWriteExecute')).toEqual([]);
  });
});

test('one unit runs all but engines, the other one engines alone, with time to let meetings end', () => {
  expect(read('atrium.service')).toContain('Environment=ENGINE=off');
  const engine = read('atrium-engine.service');
  expect(engine).toContain('Environment=PROCESSES=engine');
  expect(Number(/TimeoutStopSec=(\d+)/.exec(engine)?.[1])).toBeGreaterThan(configTable.engineDrain.read(undefined) + 25);
});

describe.each(['nginx.conf', 'Caddyfile'])('%s', (name) => {
  const text = instructions(read(name)).join('\n');

  test('closes what it opens', () => {
    expect(text.split('{').length).toBe(text.split('}').length);
  });

  test('hands everything to one place', () => {
    expect(text).toContain('127.0.0.1:3000');
  });
});

test('nginx hands on the raw address and lets WebSockets through', () => {
  const text = instructions(read('nginx.conf')).join('\n');
  expect([...text.matchAll(/proxy_pass (.*);/g)].map((match) => match[1])).toEqual(['http://atrium']);
  expect(text).not.toMatch(/\brewrite\b|\$uri\b/);
  expect(text).toContain('proxy_set_header Upgrade $http_upgrade;');
  expect(text).toContain('merge_slashes off;');
});

test.each(['README.md', 'nginx.conf', 'Caddyfile', 'compose.yaml', 'atrium.service', 'atrium-engine.service'])(
  '%s speaks of variables that exist',
  (name) => {
    const words = [...read(name).matchAll(/(?<![\w$.])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==|`|:| )/g)].map(
      (match) => match[1] ?? '',
    );
    expect(words.filter((word) => !known.has(word) && !ofPostgres.has(word) && !/^(AF|CMD)_/.test(word))).toEqual([]);
  },
);
