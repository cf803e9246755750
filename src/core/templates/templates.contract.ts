/** Texts of mails: what they say now, what they may say, and how that looks. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { type RichText, richTextField } from '#kit/rich-text.ts';
import {
  fitsMail,
  isShort,
  languageStates,
  templateGroups,
  templateKinds,
  templateLimits,
  wordingLevels,
} from './templates.rules.ts';

const locale = z.enum(locales);
const name = z.string().check(z.regex(/^[a-z][\w.-]{0,79}$/i));
const byName = z.object({ name });
const byLocale = z.object({ name, locale });
const body = z.custom<RichText>();
const wording = z.object({ subject: z.string(), body });
const wordingFields = {
  subject: z.string().check(z.trim(), z.maxLength(templateLimits.subject)),
  body: richTextField.check(z.refine(fitsMail, 'unsupported_block'), z.refine(isShort, 'too_large')),
};

export const templateItem = z.object({
  name: z.string(),
  title: z.string(),
  group: z.enum(templateGroups),
  kind: z.enum(templateKinds),
  /** Languages whose text is not the inherited one. */
  languages: z.array(z.object({ locale, state: z.enum(languageStates) })),
});
export type TemplateItem = z.infer<typeof templateItem>;

export const templateVariable = z.object({ name: z.string(), label: z.string(), sample: z.string() });
export type TemplateVariable = z.infer<typeof templateVariable>;

export const templateText = z.object({
  ...templateItem.shape,
  locale,
  /** What is being written, else what is public, else what is inherited. */
  text: wording,
  /** What mails say now; null: what is inherited. */
  published: z.nullable(wording),
  state: z.enum(languageStates),
  /** There is a public text, and a newer one that is not. */
  edited: z.boolean(),
  /** What a reset leads back to, and whose that is. */
  original: z.object({ ...wording.shape, level: z.enum(wordingLevels) }),
  variables: z.array(templateVariable),
  /** 0: nothing was written here yet. */
  revision: z.number(),
  editedAt: z.nullable(z.number()),
  editedBy: z.nullable(z.string()),
});
export type TemplateText = z.infer<typeof templateText>;

export const sampleKinds = ['usual', 'long', 'least'] as const;
export type SampleKind = (typeof sampleKinds)[number];
export const templatePreview = z.object({
  locale,
  subject: z.string(),
  html: z.string(),
  /** Whose words these are. */
  level: z.enum(wordingLevels),
});
export type TemplatePreview = z.infer<typeof templatePreview>;

const revision = z.number().check(z.int(), z.gte(0));
const bodyLimit = 300_000;

export const templatesCalls = {
  list: call({
    method: 'GET',
    path: '/api/templates',
    summary: 'The texts that this account may change, by purpose.',
    access: 'templates.edit',
    result: z.object({ items: z.array(templateItem) }),
  }),
  get: call({
    method: 'GET',
    path: '/api/templates/{name}/{locale}',
    summary: 'One text in one language, with its variables and what it was before it was changed.',
    access: 'templates.edit',
    params: byLocale,
    result: templateText,
  }),
  save: call({
    method: 'PUT',
    path: '/api/templates/{name}/{locale}',
    summary: 'Saves a draft; mails keep their words until it is published.',
    access: 'templates.edit',
    params: byLocale,
    body: z.object({ revision, ...wordingFields }),
    bodyLimit,
    result: templateText,
  }),
  publish: call({
    method: 'POST',
    path: '/api/templates/{name}/{locale}/publish',
    summary: 'Publishes the draft: mails use it from the next one on.',
    access: 'templates.edit',
    params: byLocale,
    body: z.object({ revision }),
    result: templateText,
    failures: { unknown_variable: 422, text_missing: 422, nothing_to_publish: 409 },
  }),
  reset: call({
    method: 'POST',
    path: '/api/templates/{name}/{locale}/reset',
    summary: 'Drops draft and published text, so that mails say the inherited words again.',
    access: 'templates.edit',
    params: byLocale,
    body: z.object({ revision }),
    result: templateText,
  }),
  preview: call({
    method: 'POST',
    path: '/api/templates/{name}/preview',
    summary: 'Renders a text with sample data; without one, what is written, published or inherited in that language.',
    access: 'templates.edit',
    params: byName,
    body: z.object({
      locale,
      sample: z._default(z.enum(sampleKinds), 'usual'),
      text: z._default(z.nullable(z.object(wordingFields)), null),
    }),
    bodyLimit,
    result: templatePreview,
  }),
  test: call({
    method: 'POST',
    path: '/api/templates/{name}/test',
    summary: 'Mails a text with sample data to oneself, in up to two languages.',
    access: 'templates.edit',
    params: byName,
    body: z.object({
      locales: z.array(locale).check(z.minLength(1), z.maxLength(2)),
      sample: z._default(z.enum(sampleKinds), 'usual'),
    }),
    result: z.object({ to: z.string() }),
    failures: { no_address: 409, unknown_variable: 422 },
  }),
};
