/** The language of a meeting's page where the program that sent the person asked for one (`userdata-bbb_override_default_locale`). */
import type { FastifyRequest } from 'fastify';
import { localeFacts } from '#kit/facts.ts';
import { localeFor } from '#kit/ui/text/locale.ts';

/** The page is read in that language from here on; it stands in the address, so a reload keeps it, and other pages stay as they are. */
export function takeMeetingLanguage(request: Pick<FastifyRequest, 'url' | 'cookies'>): void {
  const query = /^\/m\?(.*)$/.exec(request.url)?.[1];
  if (query === undefined) return;
  const asked = new URLSearchParams(query);
  const locale = asked.has('sessionToken') ? localeFor(asked.get('lang') ?? '') : null;
  if (locale !== null) request.cookies[localeFacts.cookie] = locale;
}
