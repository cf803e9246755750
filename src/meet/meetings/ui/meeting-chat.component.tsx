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

const at = Date.UTC(2026, 2, 10, 9);
const question = {
  id: 'q',
  from: 'p0',
  name: 'Priya Nair 1',
  text: 'Is f(x) = 2x² − 3 still a parabola if we move it down?',
  at,
};
const messages = [
  question,
  { id: 'a', from: 'me', name: 'Ada', text: 'Yes, only the vertex moves.', at: at + 60_000, replyTo: 'q', edited: true },
  { id: 'd', from: 'p1', name: 'Jonas Weber 2', text: '', at: at + 90_000, deleted: 'by-host' },
  { id: 'w', from: 'p2', name: 'Aylin Demir 3', text: 'May I leave early?', at: at + 95_000, to: { id: 'me', name: 'Ada' } },
];
const all: Capability[] = ['chat', 'chat-private', 'see-people', 'delete-messages'];

async function open(rights: Capability[], { look, people = 5 }: { look?: ComponentLook; people?: number } = {}) {
  const command = vi.fn<MeetingControls['command']>(() => Promise.resolve('ok'));
  const meeting = meetingIn({ ...roomOf(people), offered: ['chat'], rights }, { command });
  const hear = (state: object[], rev: number) =>
    meeting.store.dispatch({ t: 'server', message: topicState('chat', state, rev), at: 1 });
  hear(messages.slice(0, 3), 3);
  await mount(<Inside meeting={meeting} />, look ? { look } : {});
  meeting.panel('chat');
  await expect.element(page.getByRole('log').first()).toBeVisible();
  return { meeting, command, hear };
}
const panel = page.getByRole('tabpanel');
const field = panel.getByRole('textbox');

test.each(looks)('everyone, what was answered, edited and deleted: $locale $scheme $width', async (look) => {
  const { hear } = await open(all, { look });
  await expect.element(panel.getByText(question.text).first()).toBeVisible();
  await expectNoViolations();
  hear(messages, 4);
  await panel.getByRole('button').first().click();
  await expect.element(page.getByRole('menuitem', { name: 'Aylin Demir 3' })).toBeVisible();
  await expectNoViolations();
  await page.getByRole('menuitem', { name: 'Aylin Demir 3' }).click();
  await expect.element(panel.getByText('May I leave early?')).toBeVisible();
  await expect.element(panel.getByText(question.text)).not.toBeInTheDocument();
  await expectNoViolations();
});

test('an answer goes out with what it answers, and Escape lets go of it', async () => {
  const { command } = await open(all);
  const reply = async () => {
    await panel.getByRole('button', { name: 'Options for the message by Priya Nair 1' }).click();
    await page.getByRole('menuitem', { name: 'Reply' }).click();
  };
  await reply();
  await expect.element(panel.getByText('Replying to Priya Nair 1')).toBeVisible();
  await field.fill('It is');
  await userEvent.keyboard('{Enter}');
  expect(command).toHaveBeenLastCalledWith('chat', { do: 'say', text: 'It is', replyTo: 'q' });
  await reply();
  await userEvent.keyboard('{Escape}');
  await field.fill('By the way');
  await userEvent.keyboard('{Enter}');
  expect(command).toHaveBeenLastCalledWith('chat', { do: 'say', text: 'By the way' });
});

test('people edit their own message in the field; what the engine refuses comes back to it', async () => {
  const { command } = await open(all);
  await panel.getByRole('button', { name: 'Options for the message by Ada' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect.element(field).toHaveValue('Yes, only the vertex moves.');
  command.mockImplementationOnce(() => Promise.resolve('lost'));
  await field.fill('Yes.');
  await userEvent.keyboard('{Enter}');
  expect(command).toHaveBeenLastCalledWith('chat', { do: 'edit', id: 'a', text: 'Yes.' });
  await expect.element(field).toHaveValue('Yes.');
  await expect.element(panel.getByText('Editing your message')).toBeVisible();
});

test('a host deletes after one question; who may not is not offered it', async () => {
  const { command, meeting } = await open(all);
  await panel.getByRole('button', { name: 'Options for the message by Priya Nair 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  expect(command).not.toHaveBeenCalled();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  expect(command).toHaveBeenLastCalledWith('chat', { do: 'delete', id: 'q' });
  meeting.store.dispatch({ t: 'server', message: { t: 'rights', rights: ['chat'] }, at: 1 });
  await panel.getByRole('button', { name: 'Options for the message by Priya Nair 1' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

test('a private message is written from the menu of a person, and its conversation stays when they leave', async () => {
  const { command, meeting, hear } = await open(all);
  meeting.panel('people');
  await panel.getByRole('button', { name: 'Aylin Demir 3' }).click();
  await page.getByRole('menuitem', { name: 'Message privately' }).click();
  await field.fill('Of course');
  await userEvent.keyboard('{Enter}');
  expect(command).toHaveBeenLastCalledWith('chat', { do: 'say-privately', to: 'p2', text: 'Of course' });
  hear(messages, 4);
  meeting.store.dispatch({
    t: 'server',
    message: { t: 'gone', member: 'p2', name: 'Aylin Demir 3', reason: 'left' },
    at: 1,
  });
  await expect.element(panel.getByText('Aylin Demir 3 left')).toBeVisible();
  await expect.element(panel.getByText('May I leave early?')).toBeVisible();
});

test('where private messages are locked, viewers are offered the hosts only', async () => {
  await open(['chat', 'see-people']);
  await panel.getByRole('button', { name: 'Choose a conversation' }).click();
  await expect.element(page.getByRole('menuitem')).toHaveLength(2);
  await expect.element(page.getByRole('menuitem', { name: 'Jonas Weber 2' })).toBeVisible();
});

test('the keyboard reaches the menus of messages by one Tab stop and arrow keys, and a quote leads to what it answers', async () => {
  await open(all);
  const menuOf = (name: string) => panel.getByRole('button', { name: `Options for the message by ${name}` });
  await expect.element(menuOf('Priya Nair 1')).toHaveAttribute('tabindex', '-1');
  menuOf('Ada').element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(menuOf('Priya Nair 1')).toHaveFocus();
  await panel.getByRole('button', { name: /^Priya Nair 1 Is f/ }).click();
  await expect.element(panel.getByRole('listitem').filter({ hasText: question.text }).first()).toHaveFocus();
});
