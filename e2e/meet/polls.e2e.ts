import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, knock, openChat, room } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const slug = 'a-poll';
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });
const card = (page: Page) => page.getByRole('region', { name: 'Poll', exact: true });
const picture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });
/** Everything that the engine sends to the page by its socket. */
const heardBy = (page: Page): string[] => {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())));
  return frames;
};

describe('a lesson of three people, where the teacher asks', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let rosa: Person;
  let tom: Person;
  let framesOfTom: string[];

  test('the host starts, and two guests come', async () => {
    host = await signedIn('miriam@example.org');
    const path = await makeRoom(host.page, { name: 'A poll', slug });
    await startRoom(host.page, path);
    [rosa, tom] = [await person(), await person()];
    framesOfTom = heardBy(tom.page);
    for (const [guest, name] of [
      [rosa, 'Rosa Blum'],
      [tom, 'Tom Reed'],
    ] as const) {
      await knock(guest.page, { slug, name, button: 'Join' });
      await room(guest.page).waitFor();
    }
  });

  test('the host asks an own question with a right answer, and both guests are asked', async () => {
    await host.page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await host.page.getByRole('menuitem', { name: 'Poll…' }).click();
    const form = panel(host.page).getByRole('form', { name: 'New poll' });
    await form.getByRole('button', { name: 'Own' }).click();
    await form.getByLabel('Question').fill('Where is the vertex?');
    await form.getByLabel('Answer A', { exact: true }).fill('(1 | -2)');
    await form.getByLabel('Answer B', { exact: true }).fill('(1 | 2)');
    await form.getByLabel('Right answer').selectOption('A');
    await form.getByRole('button', { name: 'Start poll' }).click();
    for (const { page } of [rosa, tom]) await card(page).getByText('Where is the vertex?', { exact: true }).waitFor();
    await picture(rosa.page, 'poll-asked');
  });

  test('a guest answers by a key and changes the answer, the other by a press; the host sees who answered what', async () => {
    await rosa.page.keyboard.press('2');
    await card(rosa.page).getByText('You answered B').waitFor();
    await card(rosa.page).getByRole('button', { name: 'Change answer' }).click();
    await rosa.page.keyboard.press('1');
    await card(rosa.page).getByText('You answered A').waitFor();
    await card(tom.page).getByRole('button', { name: 'B (1 | 2)' }).click();
    const running = panel(host.page).getByRole('region', { name: 'Running now' });
    await running.getByText('2 of 2 answered').first().waitFor();
    await running.getByText('(1 | -2): 1 answer, 50 percent, right answer').waitFor();
    await picture(host.page, 'poll-running');
    expect(framesOfTom.filter((frame) => frame.includes('"topic":"polls"')).join('\n')).not.toMatch(/Rosa|"counts":\[/);
  });

  test('the end shows the figures to everybody, also in the chat', async () => {
    await panel(host.page).getByRole('button', { name: 'End and show' }).click();
    await card(tom.page).waitFor({ state: 'detached' });
    await openChat(tom.page);
    await panel(tom.page).getByText('(1 | -2): 1 (50%)').waitFor();
    await panel(tom.page).getByRole('tab', { name: 'Polls' }).click();
    await panel(tom.page).getByText('(1 | -2): 1 answer, 50 percent, right answer').waitFor();
    await panel(host.page).getByText('Who answered what').click();
    await panel(host.page).getByRole('listitem').filter({ hasText: 'Rosa Blum' }).last().waitFor();
    await picture(host.page, 'poll-results');
  });

  test('an anonymous question shows no names, and with two answers no figures to the others', async () => {
    const form = panel(host.page).getByRole('form', { name: 'New poll' });
    await form.getByLabel('Question').fill('Was that clear?');
    await form.getByLabel('Anonymous').press('Space');
    await form.getByRole('button', { name: 'Start poll' }).click();
    await card(rosa.page).getByRole('button', { name: 'Yes' }).click();
    await card(tom.page).getByRole('button', { name: 'No' }).click();
    await panel(host.page).getByText('2 of 2 answered').first().waitFor();
    await panel(host.page).getByRole('button', { name: 'End and show' }).click();
    await panel(host.page).getByText('Too few answers to stay anonymous: others do not see the bars.').waitFor();
    await panel(tom.page).getByText('The results have not been shown.').waitFor();
    expect(framesOfTom.filter((frame) => frame.includes('"topic":"polls"')).join('\n')).not.toContain('Rosa');
  });

  test('figures on a slide are moved with the keyboard and by dragging, and taken away', async () => {
    await control(host.page, 'screen').click();
    await host.page.getByRole('menuitem', { name: 'Blank page' }).click();
    const first = panel(host.page).getByRole('listitem').filter({ hasText: 'Where is the vertex?' });
    await first.getByRole('button', { name: 'Published · Remove' }).click();
    await first.getByRole('button', { name: 'Publish to slide and chat' }).click();
    const onSlide = host.page.getByRole('complementary', { name: 'Results on the slide' });
    const seen = tom.page.locator('section[tabindex] aside');
    await onSlide.waitFor();
    const left = async () => Math.round((await seen.boundingBox())?.x ?? Number.NaN);
    const before = await left();
    await onSlide.press('ArrowLeft');
    const moved = await until({ what: 'the figures further left' }, async () => {
      const now = await left();
      return now < before - 5 ? now : undefined;
    });
    const box = await onSlide.boundingBox();
    if (box === null) throw new Error('the figures are not seen');
    await host.page.mouse.move(box.x + 20, box.y + box.height - 8);
    await host.page.mouse.down();
    await host.page.mouse.move(box.x - 180, box.y - 100, { steps: 4 });
    await host.page.mouse.up();
    await until({ what: 'the figures where they were dragged' }, async () => ((await left()) < moved - 50 ? true : undefined));
    await picture(host.page, 'poll-on-slide');
    await onSlide.getByRole('button', { name: 'Take the results off the slide' }).click();
    await seen.waitFor({ state: 'detached' });
  });
});
