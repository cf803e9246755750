import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { findRoom, makeRoom } from '../steps.ts';

const name = 'Reading circle';

describe('a room, from its making to the bin', () => {
  const { product, person, errors, signedIn } = journey({ args: ['--demo'] });
  let miriam: Person;
  let again: Person;
  let path: string;

  test('what was typed is kept when the page is loaded again', async () => {
    miriam = await signedIn('miriam@example.org');
    const { page } = miriam;
    await page.goto('/rooms/add-room');
    await page.getByLabel('Name', { exact: true }).fill('Half a name');
    await page.getByText('1 unsaved change').waitFor();
    await page.reload();
    await page.getByText('Your unsaved changes were restored').first().waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  });

  test('a link that is taken is told, a free one makes the room', async () => {
    const { page } = miriam;
    path = await makeRoom(page, { name, slug: 'reading-circle' });
    await page.getByRole('heading', { name }).waitFor();
    await page.goto('/rooms/add-room');
    await page.getByLabel('Name', { exact: true }).fill('Another');
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByLabel('Link', { exact: true }).fill('reading-circle');
    await page.getByText('Another room already uses this link.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  test('two browsers edit it: the second is told, and nothing is overwritten silently', async () => {
    again = await signedIn('miriam@example.org');
    const edit = path.replace('/rooms/', '/rooms/edit-room/');
    await Promise.all([miriam.page.goto(edit), again.page.goto(edit)]);
    await miriam.page.getByRole('textbox', { name: 'Welcome text' }).fill('Bring your book.');
    await miriam.page.getByRole('button', { name: 'Save changes' }).click();
    await miriam.page.waitForURL(`**${path}`);
    await again.page.getByRole('textbox', { name: 'Welcome text' }).fill('Bring two books.');
    await again.page.getByRole('button', { name: 'Save changes' }).click();
    await again.page.getByRole('heading', { name: /changed this room at/ }).waitFor();
    expect(await again.page.getByRole('textbox', { name: 'Welcome text' }).inputValue()).toBe('Bring two books.');
    await miriam.page.goto(edit);
    expect(await miriam.page.getByRole('textbox', { name: 'Welcome text' }).inputValue()).toBe('Bring your book.');
    await again.page.getByRole('button', { name: 'Use theirs: Welcome text' }).click();
    expect(await again.page.getByRole('textbox', { name: 'Welcome text' }).inputValue()).toBe('Bring your book.');
    await again.page.getByRole('textbox', { name: 'Welcome text' }).fill('Bring both books.');
    await again.page.getByRole('button', { name: 'Overwrite' }).click();
    await again.page.waitForURL(`**${path}`);
    again.errors.length = 0;
  });

  test('it is shared by exact address, and counts once the person accepts', async () => {
    const { page } = miriam;
    await page.goto(path);
    await page.getByRole('combobox', { name: 'Share with' }).fill('salma@example.org');
    await page.getByRole('option', { name: 'salma@example.org' }).click();
    await page.getByLabel('Role', { exact: true }).selectOption('moderator');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Invited: salma@example.org.').waitFor();
    const mail = await product().mail('salma@example.org');
    // what somebody wrote stands in no subject to a stranger
    expect(mail.subject).not.toContain(name);
    expect(mail.html).toContain(name);
    // she reads Arabic, and so does her mail
    expect(mail.html).toContain('dir="rtl"');
    const salma = await signedIn('salma@example.org', { locale: 'ar' });
    expect((await salma.page.goto(path))?.status()).toBe(404);
    salma.errors.length = 0;
    await salma.page.goto('/rooms/my-rooms');
    const waiting = salma.page.getByRole('listitem').filter({ hasText: name });
    await waiting.getByRole('button').last().click();
    await salma.page.waitForURL(`**${path}`);
    await salma.page.getByRole('heading', { name }).waitFor();
  });

  test('binned with a way back, then for good only with its name typed', async () => {
    const { page } = miriam;
    const remove = async () => {
      await page.goto(path);
      await page.getByRole('button', { name: `More actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: /bin/i }).click();
      await page.getByText(`${name} is in the bin`).waitFor();
    };
    await remove();
    // the way back counts down
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL('**/rooms');
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor();
    await remove();
    const guest = await person();
    await guest.page.goto('/m/reading-circle');
    await guest.page.getByRole('heading', { name: 'Room not found' }).waitFor();
    await page.goto('/rooms/recycle-bin');
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Restore' }).click();
    await page.getByText(`${name} was restored`).waitFor();
    await guest.page.goto('/m/reading-circle');
    await guest.page.getByRole('heading', { name }).waitFor();
    await remove();
    await page.goto('/rooms/recycle-bin');
    await row.getByRole('button', { name: 'Delete for good' }).click();
    const verb = page.getByRole('dialog').getByRole('button', { name: 'Delete for good' });
    expect(await verb.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('textbox').fill(name);
    await verb.click();
    await row.waitFor({ state: 'detached' });
    expect((await page.goto(path))?.status()).toBe(404);
    miriam.errors.length = 0;
  });

  test('a link that leads nowhere says so and offers another', async () => {
    const guest = await person({ phone: 'phone' });
    const { slug } = await findRoom(miriam.page, 'Staff room');
    expect((await guest.page.goto('/m/no-such-room'))?.status()).toBe(404);
    await guest.page.getByRole('heading', { name: 'Room not found' }).waitFor();
    await guest.page.getByRole('link', { name: 'Enter another link' }).click();
    await guest.page.getByRole('heading', { name: 'Join a meeting' }).waitFor();
    await guest.page.getByLabel('Link or room name').fill(`${product().url}/m/${slug}`);
    await guest.page.getByRole('button', { name: 'Continue' }).click();
    await guest.page.getByRole('heading', { name: 'Staff room' }).waitFor();
    // pages of links that lead nowhere answer 404, and browsers say so in the console
    expect(errors().filter((error) => !error.includes('404'))).toEqual([]);
  });
});
