import { createHash } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const secretRow = (page: Page, name: string) => page.locator('tr[data-secret]').filter({ hasText: name });
const logged = (page: Page, call: string) => page.locator(`tr[data-call="${call}"]`);
const answer = (page: Page) => page.locator('[data-answer]');

describe('the endpoint that an account gives to its programs', () => {
  const { errors, signedIn } = journey({ world: 'shared' });
  let page: Page;
  let address = '';
  const secrets = { first: '', fresh: '' };

  /** A call as a program makes it; the answer's text. */
  const call = async (name: string, query: string, secret: string): Promise<string> => {
    const checksum = createHash('sha256').update(`${name}${query}${secret}`).digest('hex');
    const heard = await fetch(`${address}api/${name}?${query}&checksum=${checksum}`, { redirect: 'manual' });
    expect(heard.status).toBe(200);
    return heard.text();
  };
  /** What the open window shows as the secret; closes it. */
  const shownSecret = async (): Promise<string> => {
    const value = dialog(page).locator('dd bdi').nth(1);
    await value.filter({ hasText: /^[a-z0-9]{40}$/ }).waitFor();
    const text = await value.innerText();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    return text;
  };

  test('a new secret is shown whole once, with the address beside it', async () => {
    ({ page } = await signedIn('miriam@example.org'));
    await page.goto('/api-endpoint');
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog(page).getByRole('button', { name: 'Create secret' }).click();
    await dialog(page).getByText('Please fill this in.').waitFor();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Timetable');
    await dialog(page).getByLabel('Allowed IP addresses').fill('10.0.0.1/8');
    await dialog(page).getByRole('button', { name: 'Create secret' }).click();
    await dialog(page).getByText('Enter valid IP addresses or ranges.').waitFor();
    await dialog(page).getByLabel('Allowed IP addresses').fill('127.0.0.0/8\n::1');
    await dialog(page).getByRole('button', { name: 'Create secret' }).click();
    await dialog(page).getByRole('heading', { name: 'Secret of Timetable' }).waitFor();
    address = await dialog(page).locator('dd bdi').first().innerText();
    expect(address).toMatch(/\/e\/[a-z0-9]+\/bigbluebutton\/$/);
    secrets.first = await shownSecret();
    expect(
      await secretRow(page, 'Timetable')
        .getByText(`••••${secrets.first.slice(-4)}`)
        .count(),
    ).toBe(1);
    expect(await page.content()).not.toContain(secrets.first);
  });

  test('the builder signs a create and makes it, and leads on to the meeting', async () => {
    await page.getByLabel('Signed with').selectOption({ label: `Timetable (${secrets.first.slice(-4)})` });
    await page.getByLabel('Value of meetingID').fill('math-9b');
    await page.locator('[data-link]').filter({ hasText: 'meetingID=math-9b&name=First+call&checksum=' }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await answer(page).getByText('SUCCESS').waitFor();
    await page.getByRole('button', { name: 'getMeetingInfo', exact: true }).click();
    expect(await page.getByLabel('Value of meetingID').inputValue()).toBe('math-9b');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await answer(page).getByText('participantCount').first().waitFor();
    const built = Promise.withResolvers<void>();
    await page.route('**/api/endpoint/build', async (route) => {
      await built.promise;
      await route.continue();
    });
    const copy = page.getByRole('button', { name: 'Copy link' });
    await page.getByLabel('Value of meetingID').fill('math-9c');
    await copy.and(page.locator(':disabled')).waitFor();
    built.resolve();
    await page.locator('[data-link]').filter({ hasText: 'meetingID=math-9c' }).waitFor();
    await copy.and(page.locator(':enabled')).waitFor();
    await page.unroute('**/api/endpoint/build');
    for (const name of ['create', 'getMeetingInfo']) {
      await logged(page, name).filter({ hasText: 'math-9b' }).getByText('Answered').waitFor();
      expect(await logged(page, name).getByText('Timetable').count()).toBe(1);
    }
  });

  test('a wrong checksum stands in the log with its reason, without loading the page again', async () => {
    expect(await call('getMeetings', 'a=1', 'not the secret')).toContain('checksumError');
    await logged(page, 'getMeetings').getByText('The checksum does not match any of your active secrets').waitFor();
    await page.getByRole('combobox', { name: 'Result' }).selectOption('refused');
    await logged(page, 'create').waitFor({ state: 'detached' });
    expect(await logged(page, 'getMeetings').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('result')).toBe('refused');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('');
  });

  test('after a rotation both secrets work for a while', async () => {
    await page.getByRole('button', { name: 'Rotate Timetable' }).click();
    await dialog(page).getByLabel('Keep old secret valid for').selectOption({ label: '24 hours' });
    await dialog(page).getByRole('button', { name: 'Rotate' }).click();
    await dialog(page).getByRole('heading', { name: 'Secret of Timetable' }).waitFor();
    secrets.fresh = await shownSecret();
    expect(secrets.fresh).not.toBe(secrets.first);
    for (const secret of [secrets.first, secrets.fresh])
      expect(await call('isMeetingRunning', 'meetingID=math-9b', secret)).toContain('SUCCESS');
    const older = page.locator('tr[data-older]');
    await older.getByText('Ending').waitFor();
    await older.getByRole('button', { name: 'Extend' }).click();
    await page.getByText(/^Timetable is valid until/).waitFor();
  });

  test('an ended secret is refused at once, its successor is not', async () => {
    await page.locator('tr[data-older]').getByRole('button', { name: 'Revoke now…' }).click();
    await dialog(page).getByRole('button', { name: 'Revoke now' }).click();
    await page.locator('tr[data-older]').waitFor({ state: 'detached' });
    expect(await call('isMeetingRunning', 'meetingID=math-9b', secrets.first)).toContain('checksumError');
    expect(await call('isMeetingRunning', 'meetingID=math-9b', secrets.fresh)).toContain('SUCCESS');
    await page.getByText('1 revoked').waitFor();
  });

  test('a secret held to reading refuses the rest, and the log leads to the change', async () => {
    await page.getByRole('button', { name: 'More actions for Timetable' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog(page)
      .getByRole('radio', { name: /Selected calls only/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Read only' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await secretRow(page, 'Timetable').getByText('Read only').waitFor();
    expect(await call('end', 'meetingID=math-9b', secrets.fresh)).toContain('unsupportedRequest');
    await logged(page, 'end').getByText('This secret does not allow this call.').waitFor();
    await logged(page, 'end').getByRole('button', { name: 'Edit secret' }).click();
    await dialog(page).getByRole('heading', { name: 'Edit Timetable' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(errors()).toEqual([]);
  });

  test('an own name is saved although looking at it fails, and removing it tells when that fails', async () => {
    const failing = (route: Route) => route.fulfill({ status: 503, json: { code: 'unavailable' } });
    await page.route('**/api/endpoint/host/check', failing);
    await page.getByRole('button', { name: 'Add host name…' }).click();
    await dialog(page).getByLabel('Host name').fill('meet.school.example');
    await dialog(page).getByRole('button', { name: 'Save and check' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('Not checked yet.').waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.route('**/api/endpoint/host', failing);
    await dialog(page).getByRole('button', { name: 'Remove host name' }).click();
    await dialog(page).getByText('The service is temporarily unavailable.').waitFor();
    await page.unroute('**/api/endpoint/host');
    await dialog(page).getByRole('button', { name: 'Remove host name' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add host name…' }).waitFor();
  });
});
