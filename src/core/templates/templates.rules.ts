/** Which texts of mails may be changed by whom, and what a changed one may hold. */
import { plainTextOf, referencesOf, type RichText, variablesOf } from '#kit/rich-text.ts';

export const templateGroups = ['meetings', 'tickets', 'newsletter', 'account', 'billing', 'vendors', 'programs'] as const;
export type TemplateGroup = (typeof templateGroups)[number];

const groupOfPrefix: Readonly<Record<string, TemplateGroup>> = {
  meeting: 'meetings',
  room: 'meetings',
  rooms: 'meetings',
  schedule: 'meetings',
  ticket: 'tickets',
  newsletter: 'newsletter',
  billing: 'billing',
  usage: 'billing',
  overflow: 'billing',
  vendors: 'vendors',
  resale: 'vendors',
  webhooks: 'programs',
};
/** By the domain that sends it, which is the part of its name before the dot. */
export const groupOf = (name: string): TemplateGroup => groupOfPrefix[name.split('.')[0] ?? ''] ?? 'account';

/** `block`: a text without a subject that stands inside of something else. */
export const templateKinds = ['mail', 'block'] as const;
export type TemplateKind = (typeof templateKinds)[number];
/** Who may change it: the operator alone, or every account for itself and a vendor for its customers. */
export type TemplateEditors = 'operator' | 'accounts';

/** Whose words readers get. */
export const wordingLevels = ['account', 'vendor', 'operator', 'built-in'] as const;
export type WordingLevel = (typeof wordingLevels)[number];

type EditorKind = 'customer' | 'vendor' | 'operator';
export const mayEdit = (kind: EditorKind, template: { editors: TemplateEditors }): boolean =>
  kind === 'operator' || template.editors === 'accounts';

/** `draft`: not public yet; `changed`: public; `outdated`: public, and English was published again since. */
export const languageStates = ['original', 'draft', 'changed', 'outdated'] as const;
export type LanguageState = (typeof languageStates)[number];
type PublishedRow = { publishedAt: Date | null } | undefined;
export function languageState(row: PublishedRow, english: PublishedRow): LanguageState {
  if (row === undefined) return 'original';
  if (row.publishedAt === null) return 'draft';
  const newest = english?.publishedAt ?? null;
  return newest !== null && newest > row.publishedAt ? 'outdated' : 'changed';
}

export const templateLimits = { subject: 200, characters: 20_000 } as const;

/** Test mails of one person in an hour. */
export const TEST_MAILS = 20;

/** Pictures and embeds belong to pages: a mail would show nothing in their place. */
export function fitsMail(body: RichText): boolean {
  const { files, embeds } = referencesOf(body);
  return files.length === 0 && embeds.length === 0;
}
export const isShort = (body: RichText): boolean => plainTextOf(body).length <= templateLimits.characters;

const inSubject = /\{([a-z]\w{0,39})\}/gi;
/** A subject is plain text with `{name}` in it. */
export const variablesOfSubject = (subject: string): string[] => [
  ...new Set([...subject.matchAll(inSubject)].map(([, name = '']) => name)),
];
/** Variables of a text that its template does not know. */
export function unknownVariables(text: { subject: string; body: RichText }, known: readonly string[]): string[] {
  const named = new Set([...variablesOfSubject(text.subject), ...variablesOf(text.body)]);
  return [...named].filter((name) => !known.includes(name));
}
