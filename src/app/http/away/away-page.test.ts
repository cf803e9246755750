import { expect, test } from 'vitest';
import { locales } from '#kit/facts.ts';
import { awayHtml } from './away-page.ts';

test('the page says it in each of the languages, from the right side, and asks again by itself', async () => {
  const pages = await Promise.all(locales.map(async (locale) => ({ locale, html: await awayHtml(locale) })));
  const titles = pages.map(({ html }) => /<h1[^>]*>([^<]+)<\/h1><p>([^<]{10,})<\/p>/.exec(html)?.slice(1).join(' '));
  expect(new Set(titles).size).toBe(locales.length);
  expect(titles).not.toContain(undefined);
  for (const { locale, html } of pages) {
    expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' || locale === 'ur' ? 'rtl' : 'ltr'}">`);
    expect(html).toContain('http-equiv="refresh" content="10"');
    expect(html).not.toContain('<script');
  }
});
