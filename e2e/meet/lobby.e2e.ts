import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, hearsAndSees, knock, over, room, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { makeRoom, startRoom } from '../steps.ts';

const slug = 'quiet-hour';
const code = 'owl-4711';

describe('a room with a lobby and a code', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let guest: Person;
  let second: Person;
  let path: string;
  const people = (name: string) =>
    host.page.getByRole('complementary', { name: 'Side panel' }).getByRole('listitem').filter({ hasText: name });

  test('the owner makes it', async () => {
    host = await signedIn('miriam@example.org');
    path = await makeRoom(host.page, { name: 'Quiet hour', slug, entry: 'lobby', code });
  });

  test('a wrong code is explained, the right one leads to waiting for the host', async () => {
    guest = await person({ phone: 'phone' });
    const { page } = guest;
    await knock(page, { slug, name: 'Rosa Blum', code: 'nope', button: 'Wait for host' });
    await page.getByText('This code is wrong.').waitFor();
    expect(await page.locator('#access-code').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Rosa Blum');
    await page.locator('#access-code').fill(code);
    await page.getByRole('button', { name: 'Wait for host' }).click();
    await page
      .getByRole('heading', { name: /Waiting for|You are ready/ })
      .first()
      .waitFor();
  });

  test('whoever waits goes on by herself when the host starts: into the lobby', async () => {
    await startRoom(host.page, path);
    await guest.page.getByRole('heading', { name: 'The host knows you are here' }).waitFor();
  });

  test('the host admits her, and both hear and see each other', async () => {
    await host.page.getByText('Rosa Blum is waiting', { exact: true }).waitFor();
    await host.page.getByRole('button', { name: 'Admit', exact: true }).click();
    await room(guest.page).waitFor();
    await tile(host.page, 'Rosa Blum').waitFor();
    // the phone's page got no tap since it was reloaded: the first one starts the sound
    await tile(guest.page, 'Miriam Sander').click();
    await Promise.all([hearsAndSees(host.page, 'the host'), hearsAndSees(guest.page, 'the guest')]);
  });

  test('another guest is turned away', async () => {
    second = await person();
    await knock(second.page, { slug, name: 'Dora Kern', code, button: 'Ask to join' });
    await second.page.getByRole('heading', { name: 'The host knows you are here' }).waitFor();
    await host.page.getByRole('button', { name: 'View', exact: true }).click();
    await host.page.getByRole('button', { name: 'Turn away Dora Kern' }).click();
    await over(second.page).getByRole('heading', { name: 'The host declined your request to join' }).waitFor();
  });

  test('a lost connection keeps the seat', async () => {
    const { page, context } = guest;
    const seat = await tile(host.page, 'Rosa Blum').getAttribute('data-member');
    await context.setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByText('Trying to reconnect').waitFor();
    await context.setOffline(false);
    await page.getByText('Trying to reconnect').waitFor({ state: 'detached' });
    await room(page).waitFor();
    expect(await tile(host.page, 'Rosa Blum').getAttribute('data-member')).toBe(seat);
    await hearsAndSees(page, 'the guest, back again,');
  });

  test('the host mutes and then removes her', async () => {
    const row = people('Rosa Blum');
    await row.getByRole('button', { name: 'Actions for Rosa Blum' }).click();
    await host.page.getByRole('menuitem', { name: 'Mute' }).click();
    await guest.page.getByText('A host muted you').waitFor();
    expect(await control(guest.page, 'mic').textContent()).toBe('Unmute');
    await row.getByRole('button', { name: 'Actions for Rosa Blum' }).click();
    await host.page.getByRole('menuitem', { name: 'Remove from the meeting' }).click();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await over(guest.page).getByRole('heading', { name: 'You were removed from the meeting' }).waitFor();
    await tile(host.page, 'Rosa Blum').waitFor({ state: 'detached' });
  });

  test('guessing codes is slowed down', async () => {
    const { page } = second;
    await page.goto(`/m/${slug}`);
    const field = page.locator('#access-code');
    const slow = page.getByText('Too many requests');
    for (let tries = 0; tries < 30 && !(await slow.isVisible()); tries += 1) {
      await field.fill(`guess${tries}`);
      const answered = page.waitForResponse(
        (response) => response.url().includes('/join') && response.request().method() === 'POST',
      );
      await page.getByRole('button', { name: 'Ask to join' }).click();
      await answered;
    }
    await slow.waitFor();
    await field.fill(code);
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await slow.waitFor();
    expect(await page.getByRole('heading', { name: 'The host knows you are here' }).count()).toBe(0);
  });
});
