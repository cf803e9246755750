import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import en from '../text/en-US.json' with { type: 'json' };
import { reasonOf } from './blocks/refusal-words.hook.ts';

const root = resolve(import.meta.dirname, '../../../..');
const texts: Readonly<Record<string, string>> = en.reason;

const sourcesIn = (folder: string, fits: (name: string) => boolean): string =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|factory)\.ts$/.test(entry.name))
    .filter((entry) => fits(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const all = (text: string, shape: RegExp) => [...text.matchAll(shape)].map(([, found = '']) => found);

/** What the log can hold as the reason of a call: codes of our own, and keys that stand for themselves. */
function emittedCodes(): Set<string> {
  const ours = [
    sourcesIn('src/connect/endpoint/server', () => true),
    sourcesIn('src/app', (name) => name.startsWith('endpoint-')),
    sourcesIn('src/meet/meetings/server', (name) => name.startsWith('external')),
  ].join('\n');
  const protocol = sourcesIn('packages/bbb/src', (name) => !name.startsWith('memory-'));
  const codes = [
    ...all(ours, /\b(?:refused|refusal|trouble)\([^;]*?,\s*'([a-z_]+)'/g),
    ...all(ours, /note\.reason = '([a-z_]+)'/g),
    // what was not done as it was asked
    ...all(ours, /'((?:recording|documents)_[a-z_]+)'/g),
    ...all(ours, /\? '([a-z_]+)' : why\.key/g),
    ...all(ours + protocol, /\bfailure\(\s*'([^']+)'/g),
    ...all(protocol, /const key = '([^']+)'/g),
  ];
  return new Set(codes);
}

test('every reason that a call can be refused for has words', () => {
  const codes = emittedCodes();
  // a search that finds nothing proves nothing
  for (const code of [
    'wrong_secret',
    'body_hash',
    'meetings_at_once',
    'server_lost',
    'server_failed',
    'internal',
    'notFound',
    'recording_full',
  ])
    expect([...codes]).toContain(code);
  expect(codes.size).toBeGreaterThan(40);
  expect([...codes].filter((code) => texts[reasonOf(code)] === undefined)).toEqual([]);
});

test('a key that only a server knows has none of its own', () => {
  expect(texts[reasonOf('somethingNew')]).toBeUndefined();
  expect(texts['other']).toContain('{code}');
});
