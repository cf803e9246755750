import { describe, expect, test } from 'vitest';
import { clickCounter } from '../clicks.ts';
import { journey } from '../journey.ts';
import {
  control,
  endForAll,
  hearsAndSees,
  moves,
  over,
  reads,
  room,
  seesScreen,
  throughGreenRoom,
  tile,
  turnScreen,
  write,
} from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { askForAccount, becomesAlive, mailedLink, makeRoom, register, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const owner = { email: 'ada@example.org', name: 'Ada Winter', organisation: 'Hill School', password: 'four grey herons wade' };

describe('from an empty installation to two people in a meeting', () => {
  const { product, person, errors } = journey({ browser: 'chromium' });
  let ada: Person;
  let guest: Person;
  let roomPath: string;

  test('the first-run link makes the operator, once', async () => {
    const operator = await person();
    guest = await person({ phone: 'phone' });
    const count = await clickCounter(operator.page);
    const link = product().firstRunLink ?? '';
    expect(link).toMatch(/^\/complete-registration\?/);
    await operator.page.goto(link);
    await register(operator.page, {
      email: 'operator@example.org',
      name: 'Olga Berg',
      organisation: 'The Operators',
      password: 'six green lamps glow',
    });
    await becomesAlive(operator.page);
    const clicks = await count(async () => {
      await operator.page.getByRole('button', { name: 'Start a meeting' }).click();
      await operator.page.waitForURL(/sessionToken=/);
      await throughGreenRoom(operator.page);
    });
    expect(clicks, 'from the new account to the first meeting').toBe(2);
    await operator.page.goto('/outbox');
    await operator.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await operator.page.title()).toContain('outbox');
    await operator.context.close();
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'This link was already used' }).waitFor();
  });

  test('an owner signs up by mail: opening the link changes nothing, its button does', async () => {
    ada = await person();
    const { page } = ada;
    await askForAccount(page, owner.email);
    const link = await mailedLink(product(), owner.email);
    // what a scanner of mails does: open it, twice
    for (const _scan of [1, 2]) expect((await guest.context.request.get(link)).status()).toBe(200);
    await page.goto(link);
    await page.getByText(new RegExp(`${owner.email}.? is your address`)).waitFor();
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.waitForURL('**/complete-registration?**');
    await register(page, owner);
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'This link was already used' }).waitFor();
  });

  test('the owner makes a room and starts it', async () => {
    roomPath = await makeRoom(ada.page, { name: 'Physics 8c', slug: 'physics-8c' });
    await startRoom(ada.page, roomPath);
    expect(await ada.page.title()).toContain('Physics 8c');
  });

  test('a guest on a phone opens the link and joins', async () => {
    const { page } = guest;
    await page.goto('/m/physics-8c');
    await page.getByRole('heading', { name: 'Physics 8c' }).waitFor();
    await page.getByText('1 person is here').waitFor();
    await page.getByLabel('Your name').fill('Tom Reed');
    await throughGreenRoom(page);
    await Promise.all([tile(ada.page, 'Tom Reed').waitFor(), tile(page, 'Ada Winter').waitFor()]);
  });

  test('both hear and see each other', async () => {
    await Promise.all([hearsAndSees(ada.page, 'the owner'), hearsAndSees(guest.page, 'the guest')]);
    await Promise.all([
      moves(tile(ada.page, 'Tom Reed'), "the guest's picture"),
      moves(tile(guest.page, 'Ada Winter'), "the owner's picture"),
    ]);
  });

  test('a shared screen arrives', async () => {
    await seesScreen(guest.page, 'the guest', () => turnScreen(ada.page));
  });

  test('chat arrives on both sides', async () => {
    await write(ada.page, 'Good morning, Tom');
    await reads(guest.page, 'Good morning, Tom');
    await write(guest.page, 'Morning! 👋');
    await reads(ada.page, 'Morning! 👋');
  });

  test('mute is seen by the other', async () => {
    await guest.page.getByRole('button', { name: 'Close the panel' }).click();
    await control(guest.page, 'mic').click();
    await tile(ada.page, 'Tom Reed').getByText('muted').waitFor();
    await control(guest.page, 'mic').click();
    await tile(ada.page, 'Tom Reed').getByText('muted').waitFor({ state: 'detached' });
  });

  test('the owner ends for all, and both are told', async () => {
    await endForAll(ada.page);
    await Promise.all([over(ada.page).waitFor(), over(guest.page).waitFor()]);
    expect(await over(guest.page).getByRole('heading').textContent()).toBe('The host ended the meeting');
    expect(await room(ada.page).count()).toBe(0);
    await over(ada.page).getByRole('button', { name: 'Done' }).click();
    await ada.page.waitForURL(`**${roomPath}`);
  });

  test('the meeting is among the past ones, with both in its attendance', async () => {
    const { page } = ada;
    await page
      .getByRole('region', { name: 'Past meetings' })
      .getByRole('link', { name: /attendance/i })
      .click();
    await page.waitForURL(/\/rooms\/meeting\/[0-9a-f-]{36}$/);
    await until({ what: 'both in the attendance, gone' }, async () => {
      const text = await page.locator('main').innerText();
      return text.includes('Ada Winter') && text.includes('Tom Reed') && !text.includes('still in') ? text : undefined;
    });
  });

  test('no page had an error in its console', () => {
    expect(errors()).toEqual([]);
  });
});
