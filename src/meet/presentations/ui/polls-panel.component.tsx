import type { PollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { roomPollsCalls } from '../room-polls.contract.ts';
import { PollsPanel } from './polls-panel.part.tsx';

const id = '01890000-0000-7000-8000-000000000009';
const poll = (question: string, over: Partial<PollQuestion> = {}): PollQuestion => ({
  ...{ kind: 'own', question, options: ['red', 'blue'], right: [], several: false, anonymous: false, live: false },
  ...over,
});
const two = [poll('Which colour?'), poll('Was it clear?', { kind: 'yes-no', options: ['', ''], anonymous: true })];
const listed = (polls: readonly PollQuestion[], rights = { edit: true }) =>
  onCall(roomPollsCalls.list, () => ({ polls: [...polls], version: 3, rights }));

/** What was saved, in order. */
function saving() {
  const saved: { questions: string[]; version: number; last: PollQuestion | undefined }[] = [];
  const set = onCall(roomPollsCalls.set, ({ body: { polls, version } }) => {
    saved.push({ questions: polls.map(({ question }) => question), version, last: polls.at(-1) });
    return { polls, version: version + 1, rights: { edit: true } };
  });
  return { saved, set };
}

test.each(looks)('a room lists its polls, and one is written in a window: $locale $scheme $width', async (look) => {
  await mount(<PollsPanel roomId={id} running />, { look, calls: [listed(two)] });
  await expect.element(page.getByText('Which colour?')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button').nth(1).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations();
});

test('polls are moved, changed and deleted, each time with the version that was read', async () => {
  const { saved, set } = saving();
  await mount(<PollsPanel roomId={id} running={false} />, { calls: [listed(two), set] });
  await page.getByRole('button', { name: 'Move “Was it clear?” up' }).click();
  await expect.poll(() => saved[0]).toMatchObject({ questions: ['Was it clear?', 'Which colour?'], version: 3 });
  await page.getByRole('button', { name: 'Edit “Which colour?”' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Which colour now?');
  await page.getByRole('checkbox', { name: 'B' }).click();
  await page.getByRole('button', { name: 'Save poll' }).click();
  await expect
    .poll(() => saved[1])
    .toMatchObject({ questions: ['Was it clear?', 'Which colour now?'], last: { right: [1] }, version: 4 });
  await page.getByRole('button', { name: 'Delete “Was it clear?”' }).click();
  await expect.poll(() => saved[2]).toMatchObject({ questions: ['Which colour now?'] });
});

test('a new poll is not saved before it can be asked, and answers that were left empty are left out', async () => {
  const { saved, set } = saving();
  await mount(<PollsPanel roomId={id} running={false} />, { calls: [listed([]), set] });
  await page.getByRole('button', { name: 'New poll' }).click();
  await page.getByRole('combobox', { name: 'Kind of poll' }).selectOptions('own');
  await page.getByRole('textbox', { name: 'Answer A' }).fill('red');
  await page.getByRole('button', { name: 'Save poll' }).click();
  await expect.element(page.getByText('Enter at least two answers.')).toBeVisible();
  expect(saved).toEqual([]);
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByRole('textbox', { name: 'Answer C' }).fill('blue');
  await page.getByRole('button', { name: 'Save poll' }).click();
  await expect.poll(() => saved[0]?.last).toMatchObject({ kind: 'own', options: ['red', 'blue'] });
});

test('what somebody else saved meanwhile is not lost', async () => {
  const refused = onCall(roomPollsCalls.set, () => Promise.reject(new Failure('changed_meanwhile')));
  await mount(<PollsPanel roomId={id} running={false} />, { calls: [listed(two), refused] });
  await page.getByRole('button', { name: 'Delete “Which colour?”' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Someone else changed this in the meantime. Reload to see the changes.');
  await expect.element(page.getByText('Which colour?')).toBeVisible();
});

test('who may not edit the room sees its polls and changes nothing', async () => {
  await mount(<PollsPanel roomId={id} running={false} />, { calls: [listed(two, { edit: false })] });
  await expect.element(page.getByText('Which colour?')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
