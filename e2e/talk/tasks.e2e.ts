/** Two people at one board: each sees at once where the other put a card, by mouse and by keys, and reads what the other wrote. */
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';

const [dragged, keyed] = ['Ask who brings the microphones on the open day', 'Old recordings: what may go?'];

describe('task board', () => {
  const { signedIn, errors } = journey({ world: 'shared' });
  let miriam: Person;
  let jonas: Person;
  const list = ({ page }: Person, name: string) => page.getByRole('region', { name, exact: true });
  const card = (person: Person, where: string, title: string) => list(person, where).getByRole('button', { name: title });

  beforeAll(async () => {
    [miriam, jonas] = await Promise.all([signedIn('miriam@example.org'), signedIn('jonas@example.org')]);
    await Promise.all([open(miriam.page, '/task_board'), open(jonas.page, '/task_board')]);
    await Promise.all([miriam, jonas].map((one) => card(one, 'To do', dragged).waitFor()));
  });

  test('a card that one drags with the mouse moves for the other, too', async () => {
    const { page } = miriam;
    await card(miriam, 'To do', dragged).hover();
    await page.mouse.down();
    const target = await list(miriam, 'Doing').boundingBox();
    if (target === null) throw new Error('the list is not in view');
    await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 12 });
    await page.mouse.up();
    await card(miriam, 'Doing', dragged).waitFor();
    await card(jonas, 'Doing', dragged).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(jonas, 'To do', dragged).waitFor();
  });

  test('the other moves one by keys', async () => {
    const { page } = jonas;
    await card(jonas, 'To do', keyed).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^Doing, \d of \d$/).waitFor();
    await page.keyboard.press('Space');
    await card(miriam, 'Doing', keyed).waitFor();
  });

  test('what one writes on a card, the other reads while it is open', async () => {
    await Promise.all([miriam, jonas].map((one) => card(one, 'Doing', keyed).click()));
    await jonas.page.getByRole('textbox', { name: 'Write a comment' }).fill('<b>Nothing</b> older than a year.');
    await jonas.page.getByRole('button', { name: 'Comment', exact: true }).click();
    await miriam.page.getByRole('dialog').getByText('<b>Nothing</b> older than a year.').waitFor();
    await miriam.page.getByRole('textbox', { name: 'Description' }).fill('Those of the first term stay.');
    await miriam.page.getByText('Saved', { exact: true }).waitFor();
    await expect
      .poll(() => jonas.page.getByRole('textbox', { name: 'Description' }).inputValue())
      .toBe('Those of the first term stay.');
    await miriam.page.getByRole('button', { name: 'Mark as done' }).click();
    await jonas.page.getByRole('button', { name: 'Reopen' }).waitFor();
    expect(errors()).toEqual([]);
  });
});
