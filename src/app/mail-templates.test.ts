import { expect, test } from 'vitest';
import { titlesOf } from '#core/templates/server/built-in.service.ts';
import { locales } from '#kit/facts.ts';
import { mailTemplates } from './mail-templates.ts';

test.each(locales)('in %s each template has a name of its own, which does not begin with a gap', async (locale) => {
  const titleOf = await titlesOf(mailTemplates, locale);
  const titles = mailTemplates.map((template) => titleOf(template));
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  expect(titles.filter((title) => /^[\s[“"«]*…/.test(title))).toEqual([]);
});
