import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { until } from '../until.ts';

const moodleAgent = 'Mozilla/5.0 (compatible; MoodleBot/4.5; +https://moodle.school.example)';
type Access = { url: string; secret: string };

/** An address signed as Moodle does it: SHA-256 over call, query and secret. */
function signed({ url, secret }: Access, call: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  const checksum = createHash('sha256')
    .update(call + query + secret)
    .digest('hex');
  return `${url}api/${call}?${query}${query === '' ? '' : '&'}checksum=${checksum}`;
}
const asMoodle = async (access: Access, call: string, parameters: Record<string, string> = {}) =>
  (await fetch(signed(access, call, parameters), { headers: { 'user-agent': moodleAgent } })).text();

const stepOf = (page: Page, number: number) => page.locator(`#step-${number}`);
const connection = (page: Page) => page.getByRole('region', { name: 'Connection' });
/** The log of calls is written half a second late, so one check may be too early. */
const checkUntil = (page: Page, text: string) =>
  until({ what: `"${text}" under Connection`, every: 300 }, async () => {
    await page.getByRole('button', { name: 'Check connection' }).click();
    return (await connection(page).getByText(text).count()) > 0 ? true : undefined;
  });

describe('connecting Moodle by its guide', () => {
  const { errors, signedIn } = journey({ world: 'shared' });
  const meeting = { meetingID: 'biology-10a', name: 'Biology 10a', moderatorPW: 'mod', attendeePW: 'att' };
  let page: Page;
  let access: Access;

  test('the guide is found, has an address of its own, and says that nothing was seen', async () => {
    ({ page } = await signedIn('operator@example.org'));
    await page.goto('/plugins');
    await page.getByRole('textbox', { name: 'Search software' }).fill('mood');
    await page.getByRole('link', { name: /^Moodle/ }).click();
    await page.waitForURL(/\/plugins\?program=moodle$/);
    await page.reload();
    await page.getByRole('heading', { name: 'Moodle', exact: true }).waitFor();
    await connection(page)
      .getByText(/^No call from Moodle/)
      .waitFor();
    expect(await stepOf(page, 2).getAttribute('data-state')).toBe('open');
  });

  test('address and secret stand there to be taken along; the secret is hidden until somebody asks', async () => {
    const step = stepOf(page, 2);
    const url = await step.getByText(/\/bigbluebutton\/$/).innerText();
    expect(url).toMatch(/\/e\/[a-z0-9]+\/bigbluebutton\/$/i);
    const field = step.getByText('BigBlueButton shared secret').locator('xpath=../..').locator('bdi.mono');
    expect(await field.innerText()).toContain('••••');
    const answer = page.waitForResponse(/\/reveal$/);
    await step.getByRole('button', { name: 'Show', exact: true }).click();
    await answer;
    await step.getByRole('button', { name: 'Hide', exact: true }).waitFor();
    access = { url, secret: (await field.innerText()).trim() };
    expect(access.secret.length).toBeGreaterThan(20);
  });

  test('a wrong secret is told with its reason, and points at the step that mends it', async () => {
    expect(await asMoodle({ ...access, secret: 'mistyped' }, 'getMeetings')).toContain('checksumError');
    await checkUntil(page, 'Compare the address and secret there with those in this guide.');
    await connection(page).getByText('Secret is wrong').waitFor();
    expect(await stepOf(page, 1).getAttribute('data-state')).toBe('done');
    expect(await stepOf(page, 2).getAttribute('data-state')).toBe('wrong');
    await connection(page).getByRole('button', { name: 'Step 2' }).click();
    expect(await stepOf(page, 2).evaluate((step) => step === document.activeElement)).toBe(true);
  });

  test('with the right one steps tick off, and joins of browsers count for Moodle', async () => {
    expect(await asMoodle(access, 'getMeetings')).toContain('SUCCESS');
    expect(await asMoodle(access, 'create', { ...meeting, 'meta_bbb-origin': 'Moodle' })).toContain('SUCCESS');
    const join = { meetingID: meeting.meetingID, fullName: 'Ada', password: 'mod', role: 'MODERATOR' };
    const joined = await fetch(signed(access, 'join', join), {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0' },
    });
    expect(joined.status).toBe(302);
    await checkUntil(page, '1 person joined');
    const states = await Promise.all([1, 2, 3, 4].map((number) => stepOf(page, number).getAttribute('data-state')));
    expect(states).toEqual(['done', 'done', 'open', 'done']);
    await page.getByRole('region', { name: 'Last call' }).getByText('join', { exact: true }).waitFor();
    expect(errors()).toEqual([]);
  });
});
