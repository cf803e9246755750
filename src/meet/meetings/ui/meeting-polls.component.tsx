import './engine-room.module.css';
import type { Capability } from '@atrium/engine/protocol/rights';
import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { MeetingControls } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { topicState } from '@atrium/engine/ui/state.factory.ts';
import { roomOf } from '@atrium/engine/ui/synthetic-room.factory.ts';
import { TopicTextProvider } from '@atrium/engine/ui/topics/topic-words.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, looks, type ComponentLook, mount } from '#app/proof/testing-components.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

function Inside({ meeting }: { meeting: MeetingControls }) {
  const { locale, dir } = useReader();
  return (
    <WordsProvider text={engineText()} locale={locale} dir={dir}>
      <TopicTextProvider value={useTopicText}>
        <RoomProvider meeting={meeting}>
          <Room mark={null} />
        </RoomProvider>
      </TopicTextProvider>
    </WordsProvider>
  );
}

const id = 'p'.repeat(16);
/** A poll as the engine tells it to somebody who may not see its figures. */
const asked = {
  ...{ id, kind: 'own', question: 'Where is the vertex?', options: ['(1 | -2)', '(1 | 2)', '(-2 | 1)'], several: false },
  ...{ anonymous: false, live: false, right: null, startedAt: 1, endsAt: null, endedAt: null, voted: 2, invited: 5 },
  ...{ counts: null, typed: null, votes: null, mine: null, published: null },
};
const votes = [
  { name: 'Priya Nair', choices: [0], typed: '' },
  { name: 'Kenji Mori', choices: [1], typed: '' },
];
const seenByHost = { ...asked, right: [0], counts: [1, 1, 0], votes };

const host: Capability[] = ['poll', 'present', 'chat'];
async function open(rights: Capability[], polls: object[], look?: ComponentLook) {
  const command = vi.fn<MeetingControls['command']>(() => Promise.resolve('ok'));
  const meeting = meetingIn({ ...roomOf(5), offered: ['polls', 'slides'], rights }, { command });
  const hear = (list: object[]) =>
    meeting.store.dispatch({
      t: 'server',
      message: topicState('polls', { polls: list, prepared: [] }, 1),
      at: 1,
    });
  hear(polls);
  await mount(<Inside meeting={meeting} />, look ? { look } : {});
  return { meeting, command, hear };
}

test.each(looks)('a host sees what comes in, who answered what, and ends it: $locale $scheme $width', async (look) => {
  const { meeting, command } = await open(host, [seenByHost], look);
  meeting.panel('polls');
  const panel = page.getByRole('tabpanel');
  await expect.element(panel.getByRole('listitem')).toHaveLength(3);
  await expectNoViolations();
  await panel.getByRole('button').last().click();
  expect(command).toHaveBeenCalledWith('polls', { do: 'end', poll: id });
});

test.each(looks)('a poll asks over the stage, and takes an answer: $locale $scheme $width', async (look) => {
  const { command, hear } = await open(['chat'], [asked], look);
  const card = page.getByText('Where is the vertex?', { exact: true });
  await expect.element(card).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'B (1 | 2)' }).click();
  expect(command).toHaveBeenCalledExactlyOnceWith('polls', { do: 'vote', poll: id, choices: [1], typed: '' });
  hear([{ ...asked, voted: 3, mine: { choices: [1], typed: '' } }]);
  await expect.element(page.getByRole('button', { name: 'B (1 | 2)' })).not.toBeInTheDocument();
  hear([{ ...asked, endedAt: 2 }]);
  await expect.element(card).not.toBeInTheDocument();
});

test('digits answer while a poll asks, and not while somebody types', async () => {
  const { meeting, command } = await open(['chat'], [asked]);
  await expect.element(page.getByRole('button', { name: 'A (1 | -2)' })).toBeVisible();
  await userEvent.keyboard('2');
  expect(command).toHaveBeenCalledExactlyOnceWith('polls', { do: 'vote', poll: id, choices: [1], typed: '' });
  meeting.panel('chat');
  await page.getByRole('textbox').fill('1');
  await userEvent.keyboard('1');
  expect(command).toHaveBeenCalledOnce();
});

test('an own question needs two answers, and starts with those that have words', async () => {
  const { meeting, command } = await open(host, []);
  meeting.panel('polls');
  await page.getByRole('button', { name: 'Own' }).click();
  await page.getByLabelText('Question').fill('Which one?');
  await page.getByLabelText('Answer A', { exact: true }).fill('red');
  await page.getByRole('button', { name: 'Start poll' }).click();
  await expect.element(page.getByText('Enter at least two answers.')).toBeVisible();
  expect(command).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByLabelText('Answer C', { exact: true }).fill('blue');
  await page.getByLabelText('Right answer').selectOptions('C');
  await page.getByLabelText('Anonymous').click();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Start poll' }).click();
  const poll = {
    kind: 'own',
    question: 'Which one?',
    options: ['red', 'blue'],
    right: [1],
    several: false,
    anonymous: true,
    live: false,
  };
  expect(command).toHaveBeenCalledExactlyOnceWith('polls', { do: 'start', poll });
});

test('results are published with their figures in the chat, and taken back', async () => {
  const over = { ...seenByHost, endedAt: 2 };
  const { meeting, command, hear } = await open(host, [over]);
  meeting.panel('polls');
  await page.getByRole('button', { name: 'Publish to chat' }).click();
  await vi.waitFor(() => expect(command).toHaveBeenCalledTimes(2));
  expect(command.mock.calls[1]).toEqual([
    'chat',
    { do: 'say', text: 'Poll: Where is the vertex?\n(1 | -2): 1 (50%)\n(1 | 2): 1 (50%)\n(-2 | 1): 0 (0%)' },
  ]);
  hear([{ ...over, published: { on: null } }]);
  await page.getByRole('button', { name: 'Published · Remove' }).click();
  expect(command).toHaveBeenLastCalledWith('polls', { do: 'unpublish', poll: id });
});

test('a viewer has the tab once something was asked, and reads that results were not shown', async () => {
  const { meeting, hear } = await open(['chat'], []);
  meeting.panel('people');
  await expect.element(page.getByRole('tab', { name: 'Chat' })).toBeVisible();
  expect(page.getByRole('tab', { name: 'Polls' }).elements()).toHaveLength(0);
  hear([{ ...asked, endedAt: 2, right: [0] }]);
  await page.getByRole('tab', { name: 'Polls' }).click();
  await expect.element(page.getByText('The results have not been shown.')).toBeVisible();
});
