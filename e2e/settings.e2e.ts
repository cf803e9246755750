/** What people and the operator set: a logo at the door, a banner for everybody, legal pages, what new rooms start with. */
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from './journey.ts';
import type { Person } from './people.ts';
import { signIn } from './steps.ts';

/** One blue pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
);

describe('settings', () => {
  const { product, person } = journey({ args: ['--demo'] });
  let miriam: Person;
  let operator: Person;

  beforeAll(async () => {
    [miriam, operator] = [await person(), await person()];
    const password = product().demoPassword;
    await signIn(miriam.page, { email: 'miriam@example.org', password });
    await signIn(operator.page, { email: 'operator@example.org', password });
  });

  test('a logo is taken and shown', async () => {
    const { page } = miriam;
    await page.goto('/settings?tab=branding', { waitUntil: 'networkidle' });
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel });
    const logo = page.getByRole('img', { name: /^Logo of/ });
    await logo.waitFor();
    expect(await logo.getAttribute('src')).toMatch(/^\/logos\//);
  });

  test('what new rooms start with stands in the form of a new room', async () => {
    const { page } = miriam;
    await page.goto('/settings?tab=meetings', { waitUntil: 'networkidle' });
    await page.getByLabel('Welcome').first().fill('Good morning');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('New rooms start with this.').waitFor();
    await page.goto('/rooms/add-room', { waitUntil: 'networkidle' });
    expect(await page.getByLabel('Welcome').first().inputValue()).toBe('Good morning');
  });

  test('the operator publishes the terms, and a guest reads them', async () => {
    const { page } = operator;
    await page.goto('/settings?tab=legal', { waitUntil: 'networkidle' });
    await page.getByLabel('Text in Markdown').fill('# Be kind\n\n<script>alert(1)</script>');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.').waitFor();
    const guest = await person();
    await guest.page.goto('/terms', { waitUntil: 'networkidle' });
    await guest.page.getByRole('heading', { name: 'Be kind' }).waitFor();
    expect(guest.errors).toEqual([]);
  });

  test('a banner is seen by everybody, at the door of a meeting too', async () => {
    const { page } = operator;
    await page.goto('/settings?tab=banner', { waitUntil: 'networkidle' });
    await page.getByLabel('Text', { exact: true }).fill('Maintenance tonight at ten');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It counts at once.').waitFor();
    const guest = await person();
    for (const path of ['/', '/m', '/login']) {
      await guest.page.goto(path, { waitUntil: 'networkidle' });
      await guest.page.getByText('Maintenance tonight at ten').waitFor();
    }
    await guest.page.getByRole('button', { name: 'Close' }).click();
    await guest.page.getByText('Maintenance tonight at ten').waitFor({ state: 'hidden' });
  });
});
