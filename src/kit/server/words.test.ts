import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { wordsFrom } from './words.ts';

function folder() {
  const made = mkdtempSync(path.join(tmpdir(), 'words-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  const write = (locale: string, words: unknown, at: number) => {
    const file = path.join(made, `${locale}.json`);
    writeFileSync(file, JSON.stringify(words));
    utimesSync(file, at, at);
  };
  return { url: new URL(`${pathToFileURL(made).href}/`), write };
}
const keys = ['lines.seats', 'lines.setup'];

test('words are told in the language that has all of them, else in English', async () => {
  const { url, write } = folder();
  write('en-US', { lines: { seats: 'Seats', setup: 'Set-up' } }, 1);
  write('de', { lines: { seats: 'Plätze' } }, 1);
  expect(await wordsFrom(url, { locale: 'de', keys })).toEqual({ locale: 'en-US', words: ['Seats', 'Set-up'] });
  expect(await wordsFrom(url, { locale: 'fr', keys: ['lines.nothing'] })).toBe(null);
});

test('a file that changed is read again', async () => {
  const { url, write } = folder();
  write('en-US', { lines: { seats: 'Seats', setup: 'Set-up' } }, 1);
  await wordsFrom(url, { locale: 'en-US', keys });
  write('en-US', { lines: { seats: 'Places', setup: 'Set-up' } }, 2);
  expect((await wordsFrom(url, { locale: 'en-US', keys }))?.words).toEqual(['Places', 'Set-up']);
});
