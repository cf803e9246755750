/** A post from its first word to a reader with a phone in Cairo, and what becomes of its address afterwards. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { localOf } from '#kit/ui/local-moment.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open, reload } from '../steps.ts';
import { until } from '../until.ts';

const title = 'Five minutes before class';
const arabicTitle = 'خمس دقائق قبل الدرس';
const saved = (page: Page) => page.getByText(/^Saved at/).waitFor();
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });

describe('the blog', () => {
  const { product, person, signedIn, errors } = journey({ world: 'shared' });
  let editor: Person;
  let reader: Person;
  let address = '';
  const statusOf = async (path: string) => (await fetch(product().url + path, { redirect: 'manual' })).status;

  beforeAll(async () => {
    editor = await signedIn('operator@example.org');
    reader = await person({ locale: 'ar', phone: 'phone' });
  });

  test('a post is a draft from its first words, and a reload shows what was typed', async () => {
    const { page } = editor;
    await open(page, '/posts');
    await page.getByRole('link', { name: 'New post' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await text(page).click();
    await page.keyboard.type('Ask a teacher when a lesson begins.\n## What the lobby shows\nA question on the screen is enough.');
    await saved(page);
    await page.waitForURL('**/posts/edit-posts/*');
    await reload(page);
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(title);
    await text(page).getByRole('heading', { name: 'What the lobby shows' }).waitFor();
  });

  test('it is written in Arabic, from right to left', async () => {
    const { page } = editor;
    await page.getByLabel('Add a language').selectOption({ label: 'العربية' });
    await page.waitForURL('**language=ar');
    const field = page.getByRole('textbox', { name: 'Title' });
    await until({ what: 'the empty title' }, async () => ((await field.inputValue()) === '' ? true : undefined));
    await field.fill(arabicTitle);
    await text(page).click();
    await page.keyboard.type('اسأل معلمة متى يبدأ الدرس.');
    await saved(page);
    const direction = await text(page)
      .locator('p')
      .first()
      .evaluate((block) => getComputedStyle(block).direction);
    expect(direction).toBe('rtl');
  });

  test('a time that is over is refused; at the time that was set it becomes public by itself', async () => {
    const { page } = editor;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog');
    const when = dialog.getByLabel('Date and time');
    await when.fill('2020-01-01T08:00');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog.getByText('This time is in the past.').waitFor();
    expect(await when.getAttribute('aria-invalid')).toBe('true');
    const zone = (await dialog.getByText(/^In your time zone/).textContent())?.split(', ')[1] ?? '';
    await when.fill(localOf(Date.now() + 65_000, zone));
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Will be published').waitFor();
    address = `/blog/${encodeURIComponent(await page.getByLabel('Address', { exact: true }).inputValue())}`;
    expect(await statusOf(address)).toBe(404);
    await until({ what: 'the post to become public' }, async () => ((await statusOf(address)) === 200 ? true : undefined));
  });

  test('a guest with a phone finds and reads it in Arabic', async () => {
    const { page } = reader;
    await open(page, '/posts');
    await page.getByRole('link', { name: arabicTitle }).first().click();
    await page.getByRole('heading', { level: 1, name: arabicTitle }).waitFor();
    // no excerpt was written, so the text stands once
    expect(await page.getByText('اسأل معلمة متى يبدأ الدرس.').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    const feed = await (await fetch(`${product().url}/blog/rss.xml?lang=ar`)).text();
    expect(feed).toContain(arabicTitle);
  });

  test('a new address leaves the old one leading to it, and a post that was taken down says so', async () => {
    const { page } = editor;
    await reload(page);
    const slug = page.getByLabel('Address', { exact: true });
    await slug.fill('before-class-ar');
    await slug.blur();
    await saved(page);
    await until({ what: 'the old address to lead on' }, async () => ((await statusOf(address)) === 301 ? true : undefined));
    expect(await statusOf('/blog/before-class-ar')).toBe(200);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await until({ what: 'the post to be gone' }, async () =>
      (await statusOf('/blog/before-class-ar')) === 410 ? true : undefined,
    );
    expect(errors()).toEqual([]);
  });
});
