import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '#kit/facts.ts';

/** Text folder → word on a button, and the name that it has for those who cannot see what it stands beside. */
const named = {
  'src/meet/meetings': [
    ['go.start', 'go.startOf'],
    ['go.join', 'go.joinOf'],
  ],
  'src/operate/dashboard': [
    ['live.join', 'live.joinOf'],
    ['live.open', 'live.openOf'],
    ['waiting.accept', 'waiting.acceptOf'],
    ['waiting.decline', 'waiting.declineOf'],
  ],
  'src/core/identity': [['sessions.end', 'sessions.endNamed']],
  'src/kit': [['table.csv', 'table.csvLabel']],
  'packages/engine': [['knock.admit', 'lobbyHost.admitName']],
} as const;

const root = resolve(import.meta.dirname, '../../../..');
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
function wordIn(texts: unknown, key: string): string {
  const found = key.split('.').reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), texts);
  return typeof found === 'string' ? found : `${key} is missing`;
}

test.each(locales)('in %s, who speaks to the machine can say the word that stands on the button (WCAG 2.5.3)', (locale) => {
  const wrong = Object.entries(named).flatMap(([folder, pairs]) => {
    const texts: unknown = JSON.parse(readFileSync(resolve(root, folder, 'text', `${locale}.json`), 'utf8'));
    return pairs
      .map(([word, name]) => ({ word: wordIn(texts, word), name: wordIn(texts, name) }))
      .filter(({ word, name }) => !name.includes(word));
  });
  expect(wrong).toEqual([]);
});
