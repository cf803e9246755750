/** The words of this domain for the server: read from its text files. */
import { readFile } from 'node:fs/promises';
import { createTranslator } from 'use-intl/core';
import * as z from 'zod/mini';
import type { Say } from '../finding-words.rules.ts';

const folder = new URL('../text/', import.meta.url);
const words = z.record(z.string(), z.record(z.string(), z.string()));

/** Says the texts of this domain in one of the 13 languages. Throws when a text or a value of it is missing. */
export async function sayerOf(locale: string): Promise<Say> {
  const texts = z.parse(words, JSON.parse(await readFile(new URL(`${locale}.json`, folder), 'utf8')));
  return (key, values = {}) => {
    const [group = '', name = ''] = key.split('.');
    const message = texts[group]?.[name];
    if (message === undefined) throw new Error(`there is no text ${key}`);
    const translate = createTranslator({
      locale,
      messages: { message },
      onError: (error: Error) => {
        throw error;
      },
    });
    return translate('message', values);
  };
}
