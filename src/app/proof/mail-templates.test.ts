/** Every mail that the product sends can be worded by the operator. */
import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { mailTemplates } from '#app/mail-templates.ts';
import { kindOfTemplate } from '#talk/mailbox/mailbox.rules.ts';

test('each mail that has words is in the catalogue, once', () => {
  const worded = globSync('src/*/*/text/en-US.json').flatMap((file) => {
    const { mail = {} }: { mail?: Record<string, { subject?: string }> } = JSON.parse(readFileSync(file, 'utf8'));
    const folder = new URL('.', pathToFileURL(file)).href;
    return Object.entries(mail).flatMap(([key, { subject }]) => (subject === undefined ? [] : [`${folder} ${key}`]));
  });
  expect(worded.length).toBeGreaterThan(60);
  const known = mailTemplates.filter((one) => one.kind === 'mail').map(({ folder, key }) => `${folder.href} ${key}`);
  expect(known.toSorted()).toEqual(worded.toSorted());
  expect(new Set(mailTemplates.map((one) => one.name)).size).toBe(mailTemplates.length);
});

test('what goes to strangers is worded by the operator alone', () => {
  const strangers = mailTemplates.filter((one) => one.readers === 'strangers');
  expect(strangers.length).toBeGreaterThan(2);
  expect(strangers.filter((one) => one.editors !== 'operator')).toEqual([]);
});

test('of the mails about signing in, places and subscriptions none but harmless ones is copied to a mailbox', () => {
  const own = mailTemplates
    .map(({ name }) => name)
    .filter((name) => /^(?:account|iam|ownership|newsletter|mailbox)\./.test(name));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((name) => kindOfTemplate(name) !== null)).toEqual(['account.approved']);
  for (const name of ['newsletter.test', 'newsletter.campaigns', 'x.y']) expect(kindOfTemplate(name)).toBeNull();
});
