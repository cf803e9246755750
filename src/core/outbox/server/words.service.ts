/** Reads the built-in words of a mail and says them in the reader's language. */
import { readFile } from 'node:fs/promises';
import { createTranslator } from 'use-intl/core';
import * as z from 'zod/mini';
import { messageVariables } from '../message.rules.ts';

export type MailData = Readonly<Record<string, string | number>>;

type MessageTree = { [key: string]: string | MessageTree };
const messages: z.ZodMiniType<MessageTree> = z.lazy(() => z.record(z.string(), z.union([z.string(), messages])));
const fallback = 'en-US';

async function textsOf(folder: URL, locale: string): Promise<MessageTree> {
  try {
    return z.parse(messages, JSON.parse(await readFile(new URL(`${locale}.json`, folder), 'utf8')));
  } catch (error) {
    // a language that nobody wrote yet falls back to English
    if (locale !== fallback && error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function at(texts: MessageTree, path: string): string | null {
  let here: string | MessageTree | undefined = texts;
  for (const step of path.split('.')) here = typeof here === 'object' ? here[step] : undefined;
  return typeof here === 'string' && here !== '' ? here : null;
}

/** An ICU message and the language it is in. */
export type MailMessage = { message: string; locale: string };
/** Finds one part of a mail in the language, else in English; null when there is none. */
export type FindMessage = (part: string) => MailMessage | null;

/** All mails of a folder, read once. */
export async function messagesOfFolder(folder: URL, locale: string): Promise<(key: string) => FindMessage> {
  const own = await textsOf(folder, locale);
  const english = await textsOf(folder, fallback);
  return (key) => (part) => {
    const path = `mail.${key}.${part}`;
    const found = at(own, path);
    const message = found ?? at(english, path);
    return message === null ? null : { message, locale: found === null ? fallback : locale };
  };
}
export const messagesOfMail = async (mail: { folder: URL; key: string }, locale: string): Promise<FindMessage> =>
  (await messagesOfFolder(mail.folder, locale))(mail.key);

export type MailValues = { data: MailData /** The same as nobody changed it for the eye. */; plain?: MailData };
const selects = /\{\s*(\w+)(?=\s*,\s*select\s*,)/g;
/** A message chooses its words by the bare value: with marks of direction around it none would match. What it says keeps them. */
function withBareChoices(message: string, { data, plain = data }: MailValues): { message: string; values: MailData } {
  const bare = [...message.matchAll(selects)].flatMap(([, name = '']) => {
    const value = plain[name] ?? data[name];
    return value === undefined ? [] : [[`${name}Bare`, value] as const];
  });
  return { message: message.replace(selects, '{$1Bare'), values: { ...data, ...Object.fromEntries(bare) } };
}

/** Throws when a value that the message names is missing. */
export function sayMessage({ message, locale }: MailMessage, given: MailValues): string {
  const { message: chosen, values } = withBareChoices(message, given);
  const translate = createTranslator({
    locale,
    messages: { message: chosen },
    onError: (error: Error) => {
      throw error;
    },
  });
  return translate('message', values);
}

const partsWithValues = ['text', 'heading', 'note', 'subject'] as const;
export type PartWithValues = (typeof partsWithValues)[number];

/** The variables that a mail knows, each as its built-in words say it; those of `first` win. */
export function variablesOfMail(find: FindMessage, first: PartWithValues = 'text'): Map<string, MailMessage> {
  const known = new Map<string, MailMessage>();
  for (const part of [first, ...partsWithValues]) {
    const found = find(part);
    if (found === null) continue;
    for (const { name, wording } of messageVariables(found.message))
      if (!known.has(name)) known.set(name, { message: wording, locale: found.locale });
  }
  if (!known.has('site')) known.set('site', { message: '{site}', locale: find('text')?.locale ?? 'en-US' });
  return known;
}
