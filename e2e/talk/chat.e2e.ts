/** Two people write to each other: mentions, reactions, replies, a lost connection, a group that one is taken out of. */
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { endForAll, hearsAndSees, speaks, throughGreenRoom, unmute } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';

const stamp = Date.now().toString(36);
const group = `Trip to the sea ${stamp}`;
const first = `Who brings the tents? ${stamp}`;

describe('chat', () => {
  const { signedIn, errors } = journey({ args: ['--demo'], browser: 'chromium' });
  let miriam: Person;
  let jonas: Person;
  let path: string;

  const write = async ({ page }: Person, text: string) => {
    await page.getByRole('textbox', { name: 'Write to' }).fill(text);
    await page.keyboard.press('Enter');
  };
  const line = ({ page }: Person, text: string) => page.getByRole('log').getByText(text);

  beforeAll(async () => {
    [miriam, jonas] = await Promise.all([signedIn('miriam@example.org'), signedIn('jonas@example.org')]);
  });

  test('a group is made, and stands in the list of the other at once', async () => {
    await open(jonas.page, '/chat');
    const { page } = miriam;
    await open(page, '/chat');
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Group', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(group);
    await dialog.getByRole('combobox').fill('jonas');
    await dialog.getByRole('option', { name: 'Jonas Weber' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: group }).waitFor();
    await page.waitForURL('**/chat?c=*');
    path = new URL(page.url()).pathname + new URL(page.url()).search;
    await write(miriam, first);
    await jonas.page.getByRole('link', { name: group }).click();
    await line(jonas, first).waitFor();
  });

  test('a mention, a reaction and a change are seen by the other without a reload', async () => {
    await jonas.page.getByRole('textbox', { name: 'Write to' }).pressSequentially('Ask @mir');
    await miriam.page.getByText('is typing…').first().waitFor();
    await jonas.page.getByRole('option', { name: 'Miriam' }).waitFor();
    await jonas.page.keyboard.press('Enter');
    await jonas.page.keyboard.press('Enter');
    await line(miriam, 'Ask @Miriam').waitFor();
    const [row] = [jonas.page.getByRole('listitem').filter({ hasText: first }).last()];
    await row.getByRole('button', { name: 'React to the message' }).click();
    await jonas.page.getByRole('group', { name: 'Frequent' }).getByRole('button', { name: 'thumbs up' }).click();
    await miriam.page.getByRole('button', { name: '👍 1' }).waitFor();
    await miriam.page.getByRole('textbox', { name: 'Write to' }).press('ArrowUp');
    await miriam.page.getByRole('textbox', { name: 'Edit message' }).fill(`${first} And the boats?`);
    await miriam.page.keyboard.press('Enter');
    await line(jonas, 'And the boats?').waitFor();
    await jonas.page.getByText('edited', { exact: true }).waitFor();
  });

  test('a reply opens a thread, whose first message counts it for the other at once', async () => {
    const row = jonas.page.getByRole('listitem').filter({ hasText: first }).last();
    await row.getByRole('button', { name: 'Reply to the message' }).click();
    const panel = ({ page }: Person) => page.getByRole('complementary', { name: 'Thread' });
    await panel(jonas).getByRole('textbox', { name: 'Reply in the thread' }).fill(`I bring them ${stamp}`);
    await jonas.page.keyboard.press('Enter');
    await panel(jonas).getByText(`I bring them ${stamp}`).waitFor();
    await miriam.page.getByRole('link', { name: '1 reply' }).click();
    await panel(miriam).getByText(`I bring them ${stamp}`).waitFor();
    for (const person of [jonas, miriam]) {
      await panel(person).getByRole('link', { name: 'Close thread' }).click();
      await panel(person).waitFor({ state: 'detached' });
    }
  });

  test('what is written without a connection arrives once and in its order, and nothing is missed', async () => {
    await jonas.context.setOffline(true);
    await write(jonas, `One ${stamp}`);
    await write(jonas, `Two ${stamp}`);
    await jonas.page.getByText('No connection').first().waitFor();
    await write(miriam, `Meanwhile ${stamp}`);
    await jonas.context.setOffline(false);
    for (const person of [miriam, jonas])
      for (const text of ['One', 'Two', 'Meanwhile']) await line(person, `${text} ${stamp}`).first().waitFor();
    await jonas.page.getByText('Waiting to be sent').first().waitFor({ state: 'detached' });
    for (const person of [miriam, jonas]) {
      const texts = await person.page.getByRole('log').getByRole('listitem').allInnerTexts();
      const at = ['One', 'Two'].map((word) => texts.flatMap((text, index) => (text.includes(`${word} ${stamp}`) ? [index] : [])));
      expect(at.map(({ length }) => length)).toEqual([1, 1]);
      expect(at[0]?.[0] ?? 0).toBeLessThan(at[1]?.[0] ?? 0);
    }
  });

  test('a meeting begins from the conversation: its card leads the other in, and says afterwards who came', async () => {
    await miriam.page.getByRole('button', { name: 'Start a meeting' }).click();
    await throughGreenRoom(miriam.page);
    const cardOn = ({ page }: Person) => page.getByRole('log').getByRole('listitem').last();
    const card = cardOn(jonas);
    await card.getByText('In the meeting: Miriam').waitFor();
    await card.getByRole('link', { name: 'Join' }).click();
    await throughGreenRoom(jonas.page);
    await Promise.all([speaks(miriam.page), unmute(jonas.page)]);
    await Promise.all([hearsAndSees(miriam.page, 'Miriam'), hearsAndSees(jonas.page, 'Jonas')]);
    await endForAll(miriam.page);
    for (const { page } of [miriam, jonas]) await open(page, path);
    await card.getByText('2 people attended').waitFor();
    await cardOn(miriam).getByRole('link', { name: 'Attendance' }).waitFor();
  });

  test('a search result opens the message, and somebody who was removed gets no further messages', async () => {
    const { page } = miriam;
    await page.getByRole('searchbox', { name: 'People and messages' }).fill(stamp);
    await page.getByRole('link', { name: `Two ${stamp}` }).click();
    await page.getByText('You are viewing older messages.').waitFor();
    await open(page, path);
    await page.getByRole('button', { name: 'More actions for this conversation' }).click();
    await page.getByRole('menuitem', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Remove Jonas Weber' }).click();
    await jonas.page.getByText('Conversation not available').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await jonas.page.getByRole('link', { name: group }).waitFor({ state: 'detached' });
    expect(errors().filter((text) => !/ERR_INTERNET_DISCONNECTED|404|WebSocket/.test(text))).toEqual([]);
  });
});
