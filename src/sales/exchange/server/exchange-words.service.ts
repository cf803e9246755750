import { wordsFrom } from '#kit/server/words.ts';

const folder = new URL('../text/', import.meta.url);
/** Who publishes the bank's rates, in the language of a document. */
export const ecbName = async (locale: string): Promise<string> =>
  (await wordsFrom(folder, { locale, keys: ['sources.ecb'] }))?.words[0] ?? 'ECB';
