/** The built-in words of a template in the shape in which they are edited, and the variables that it knows. */
import type { Locale } from '#kit/facts.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import type { RichTextBlock, RichTextInline } from '#kit/rich-text.ts';
import { messageParts } from '#core/outbox/message.rules.ts';
import {
  type FindMessage,
  type MailData,
  messagesOfFolder,
  messagesOfMail,
  sayMessage,
  variablesOfMail,
} from '#core/outbox/server/words.service.ts';
import type { TemplateVariable } from '../templates.contract.ts';
import { samplesFor } from './samples.service.ts';
import { type TemplateSource, variableLabels } from './templates.mail.ts';

const lineOf = (message: string): RichTextInline[] =>
  messageParts(message).map((part) =>
    typeof part === 'string' ? { type: 'text', text: part } : { type: 'variable', attrs: { name: part.name } },
  );
const subjectOf = (message: string): string =>
  messageParts(message)
    .map((part) => (typeof part === 'string' ? part : `{${part.name}}`))
    .join('');

/** Each variable is worded as in the built-in text, so this renders to the same sentences. */
export async function builtInWording(template: TemplateSource, locale: Locale): Promise<MailWording> {
  const find = await messagesOfMail(template, locale);
  const message = (part: string) => find(part)?.message ?? '';
  const blocks: RichTextBlock[] = [
    { type: 'heading', attrs: { level: 2 }, content: lineOf(message('heading')) },
    ...['text', 'note'].map((part): RichTextBlock => ({ type: 'paragraph', content: lineOf(message(part)) })),
  ];
  const content = blocks.filter((block) => 'content' in block && block.content !== undefined && block.content.length > 0);
  return { subject: subjectOf(message('subject')), body: { version: 1, content } };
}

type SampledMail = { locale: Locale; reader: Locale; samples: MailData };
/** Labels in the reader's language, samples in that of the text. */
export async function variablesFor(
  template: TemplateSource,
  { locale, reader, samples }: SampledMail,
): Promise<TemplateVariable[]> {
  const labels = await messagesOfMail(variableLabels, reader);
  const known = variablesOfMail(await messagesOfMail(template, locale));
  return [...known].map(([name, message]) => ({
    name,
    label: labels(name)?.message ?? name,
    sample: sayMessage(message, { data: samples }),
  }));
}

/** Names alone, of the English text: those of other languages are the same. */
export const variableNames = async (template: TemplateSource): Promise<string[]> => [
  ...variablesOfMail(await messagesOfMail(template, 'en-US')).keys(),
];

function withGaps(find: FindMessage, samples: MailData): string {
  const subject = find('subject');
  if (subject === null) return '';
  const simple = [...subject.message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '…']);
  return sayMessage(subject, { data: { ...samples, ...Object.fromEntries(simple) }, plain: samples });
}
/** What lists call a template: its title, else its subject with gaps in place of values. */
export async function titlesOf(
  templates: readonly TemplateSource[],
  reader: Locale,
): Promise<(template: TemplateSource) => string> {
  const samples = await samplesFor(reader, 'usual');
  const folders = new Map<string, (key: string) => FindMessage>();
  for (const { folder } of templates)
    if (!folders.has(folder.href)) folders.set(folder.href, await messagesOfFolder(folder, reader));
  return ({ folder, key, name }) => {
    const find = folders.get(folder.href)?.(key);
    return find === undefined ? name : (find('title')?.message ?? withGaps(find, samples));
  };
}
