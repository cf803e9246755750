/** What every page knows of this installation, in the reader's language. */
import type { FastifyRequest } from 'fastify';
import { contextOf, type AppParts } from '#app/context.ts';
import { bannerShows, inLocale } from '#core/platform/platform.rules.ts';
import { legalPages } from '#core/platform/server/legal.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import type { ClientConfig } from '#kit/client-config.ts';
import { type Locale, localeFacts } from '#kit/facts.ts';
import { negotiateLocale } from '#kit/ui/text/locale.ts';

type Standing = { now: Awaited<ReturnType<typeof platformNow>>; legal: Awaited<ReturnType<typeof legalPages>> };
/** Milliseconds. */
const standingFor = 1_000;

/**
 * The operator's settings and legal pages as pages show them. Asked for each page, they would cost as much as the list on it: a
 * process keeps them for a second, and forgets them when it hears of a change. What is allowed is never decided by them.
 */
function standings(): (parts: AppParts) => Promise<Standing> {
  const kept = new WeakMap<AppParts, { until: number; standing: Promise<Standing> }>();
  const hearing = new WeakSet<AppParts>();
  const read = async (parts: AppParts): Promise<Standing> => {
    const ctx = contextOf(parts, { kind: 'nobody' });
    const [now, legal] = await Promise.all([platformNow(ctx), legalPages(ctx)]);
    return { now, legal };
  };
  return (parts) => {
    if (!hearing.has(parts)) parts.bus.on('operator:news', () => void kept.delete(parts));
    hearing.add(parts);
    const known = kept.get(parts);
    if (known !== undefined && known.until > performance.now()) return known.standing;
    const standing = read(parts);
    kept.set(parts, { until: performance.now() + standingFor, standing });
    standing.catch(() => kept.delete(parts));
    return standing;
  };
}
const standingOf = standings();

export const localeOf = (request: FastifyRequest): Locale =>
  negotiateLocale({
    cookie: request.cookies[localeFacts.cookie],
    acceptLanguage: request.headers['accept-language'] ?? '',
  });

export async function clientConfig(
  parts: AppParts,
  request: FastifyRequest,
  brand: ClientConfig['brand'],
): Promise<ClientConfig> {
  const { config } = parts;
  const locale = localeOf(request);
  const { now, legal } = await standingOf(parts);
  const banner = bannerShows(now.banner, parts.now()) ? inLocale(now.banner.texts, locale) : null;
  const social = now.features.social;
  return {
    cardPaymentKey: config.stripePublishableKey,
    captchaSiteKey: now.botCheck.kind === 'recaptcha' ? now.botCheck.siteKey : null,
    socialAppId: social ? config.facebookAppId : null,
    searchClientId: social ? config.googleClientId : null,
    socialRedirect: config.facebookAppId === null || !social ? null : `${config.publicUrl}/facebook-login`,
    searchRedirect: config.googleClientId === null || !social ? null : `${config.publicUrl}/google-login`,
    tagManagerId: now.analytics.tagManagerId === '' ? null : now.analytics.tagManagerId,
    banner: banner === null ? null : { ...banner, until: now.banner.until },
    brand,
    legal,
    instantMeetings: now.features.instantAccountId !== null && now.features.guests,
  };
}
