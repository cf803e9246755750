import { use } from 'react';
import { createTranslator } from 'use-intl/core';
import type { Locale } from '#kit/facts.ts';
import { intlTag } from './locale.ts';
import { type Reader, useReader } from './reader.tsx';
import { messageAt, plainText } from './plain-text.ts';
import { usedNamespaces } from './said.ts';
import { type TextMessage, type MessageTree, type Texts, withFallback } from './texts.ts';

/** Keys of nested messages, joined by dots. */
export type KeyOf<M> = M extends string
  ? never
  : { [K in keyof M & string]: M[K] extends string ? K : `${K}.${KeyOf<M[K]>}` }[keyof M & string];
export type TextValues = Readonly<Record<string, string | number | Date>>;
type RichPiece = (chunks: React.ReactNode) => React.ReactNode;

type RichValues = Readonly<Record<string, string | number | Date | RichPiece>>;

/** For keys that are made at run time, such as the code of an error. */
export type OpenSay = {
  /** The text, or null when there is none for that key. */
  maybe: (key: string, values?: TextValues) => string | null;
};

export type SayText<K extends string> = OpenSay & {
  /** The text of a key with its values: `say('count', { n: 3 })`. */
  (key: K, values?: TextValues): string;
  /** With tags: `say.rich('terms', { link: (words) => <Link to="/terms">{words}</Link> })`. */
  rich: (key: K, values: RichValues) => React.ReactNode;
};

type SayMaker = { locale: Locale; zone: string; now: number; texts: Texts | null };

function sayerOf<K extends string>(namespace: string, english: MessageTree, reader: SayMaker): SayText<K> {
  const messages = withFallback(english, reader.texts?.[namespace]);
  const config: Parameters<typeof createTranslator>[0] = {
    locale: intlTag(reader.locale),
    messages,
    timeZone: reader.zone,
    now: new Date(reader.now),
    onError: () => {},
    getMessageFallback: ({ key }) => `${namespace}.${key}`,
  };
  const translate = createTranslator(config);
  const still = new Map<string, string>();
  const found = new Map<string, TextMessage | MessageTree | undefined>();
  const say = (key: string, values?: TextValues) => {
    if (values !== undefined) {
      if (!found.has(key)) found.set(key, messageAt(messages, key));
      return plainText(found.get(key), values) ?? translate(key, values);
    }
    const text = still.get(key) ?? translate(key);
    still.set(key, text);
    return text;
  };
  const rich = (key: string, values: RichValues) => translate.rich(key, values);
  const maybe = (key: string, values?: TextValues) => (translate.has(key) ? translate(key, values) : null);
  return Object.assign(say, { rich, maybe });
}

const mostSayers = 40;
/**
 * One for each language and zone: readers of the same two say the same, and what a text is made of is found out once. `now` stands
 * in no text.
 */
function sayersOf<K extends string>(namespace: string, english: MessageTree): (reader: SayMaker) => SayText<K> {
  const made = new Map<string, { texts: Texts | null; say: SayText<K> }>();
  return (reader) => {
    const name = `${reader.locale} ${reader.zone}`;
    const known = made.get(name);
    if (known !== undefined && known.texts === reader.texts) return known.say;
    const say = sayerOf<K>(namespace, english, reader);
    if (made.size >= mostSayers) made.clear();
    made.set(name, { texts: reader.texts, say });
    return say;
  };
}

/**
 * What a reader has to wait for before texts of this namespace can be shown, loaded once; null: nothing. The same promise is returned
 * after it resolved: React renders the waiting part once more, and fails with error 467 when `use` is not called again as before.
 */
function arrivals(namespace: string): (reader: Reader) => Promise<void> | null {
  const asked = new WeakMap<Reader, Promise<void>>();
  return (reader) => {
    const known = asked.get(reader);
    if (known !== undefined) return known;
    if (reader.texts === null || reader.texts[namespace] !== undefined) return null;
    const loading = reader.load([namespace]);
    asked.set(reader, loading);
    // what could not be fetched is asked for again by the next part
    loading.catch(() => asked.delete(reader));
    return loading;
  };
}

/**
 * The texts of a namespace (= the folder's name). The English ones come along with the code that says them; the others are
 * loaded per language and namespace: with the page, or where code comes later, when it is drawn.
 * @example const roomsText = textOf('rooms', en); … const say = roomsText();
 */
export function textOf<const M extends MessageTree>(namespace: string, english: M): () => SayText<KeyOf<M>> {
  const made = new WeakMap<Reader, SayText<KeyOf<M>>>();
  const sayer = sayersOf<KeyOf<M>>(namespace, english);
  const arrived = arrivals(namespace);
  usedNamespaces.add(namespace);
  return function useText() {
    const reader = useReader();
    const awaited = arrived(reader);
    if (awaited !== null) use(awaited);
    const known = made.get(reader);
    if (known !== undefined) return known;
    const say = sayer(reader);
    made.set(reader, say);
    return say;
  };
}

/** The same outside of components (guards, titles made before rendering). */
export const sayOf = <const M extends MessageTree>(namespace: string, english: M, reader: SayMaker): SayText<KeyOf<M>> =>
  sayerOf<KeyOf<M>>(namespace, english, reader);
