import type { Client } from '#kit/contract.ts';
import { type Locale, locales } from '#kit/facts.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { type SampleKind, type TemplateItem, templatesCalls } from '../templates.contract.ts';

export const templatesApi = { templates: templatesCalls };
export type TemplatesClient = Client<typeof templatesApi>['templates'];

export type TextAddress = { name: string; locale: Locale };
export const addressOf = ({ name, locale }: TextAddress): string => `/quill?template=${name}&language=${locale}`;

const area = 'root';
export const listQuery = (api: TemplatesClient) => callQuery({ area, name: 'templates.list', call: api.list, input: {} });
export const textQuery = (api: TemplatesClient, params: TextAddress) =>
  callQuery({ area, name: 'templates.get', call: api.get, input: { params } });

export type PreviewInput = TextAddress & { sample: SampleKind; text: MailWording | null };
export const previewQuery = (api: TemplatesClient, { name, ...body }: PreviewInput) =>
  callQuery({ area, name: 'templates.preview', call: api.preview, input: { params: { name }, body } });

/** What the address opens; without a template the first of the list, which a phone shows first. */
export function openedOf(items: readonly TemplateItem[], search: URLSearchParams, fallback: Locale) {
  const asked = items.find((one) => one.name === search.get('template'));
  const locale = locales.find((one) => one === search.get('language')) ?? fallback;
  const item = asked ?? items[0];
  return { chosen: asked !== undefined, address: item === undefined ? null : { name: item.name, locale } };
}
