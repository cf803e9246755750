import './engine-room.module.css';
import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { MeetingControls } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { enteredWith } from '@atrium/engine/ui/state.factory.ts';
import type { MeetingState } from '@atrium/engine/ui/state.ts';
import { roomOf } from '@atrium/engine/ui/synthetic-room.factory.ts';
import { TopicTextProvider } from '@atrium/engine/ui/topics/topic-words.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, type ComponentLook, looks, mount } from '#app/proof/testing-components.tsx';
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

async function open(more: Partial<MeetingState>, look?: ComponentLook) {
  const command = vi.fn<MeetingControls['command']>(() => Promise.resolve('ok'));
  const ask = vi.fn<MeetingControls['ask']>(() => Promise.resolve());
  const room = roomOf(5);
  const state = { ...room, panel: 'people', offered: ['locks'], entered: enteredWith({}), ...more } as const;
  const meeting = meetingIn(state, { want: vi.fn(), command, ask });
  await mount(<Inside meeting={meeting} />, look && { look });
  return { command, ask, store: meeting.store };
}
const dialog = () => page.getByRole('dialog');

test.each(looks)('locks and their exceptions fit: $locale $scheme $width', async (look) => {
  const { topics } = roomOf(5);
  const locks = { ...topics.locks, locks: { ...topics.locks.locks, mic: true, names: true }, exempt: ['p0'] };
  await open({ topics: { ...topics, locks } }, look);
  await userEvent.click(page.getByRole('complementary').getByRole('button').last());
  await expect.element(dialog().getByText('Priya Nair 1')).toBeVisible();
  await expectNoViolations();
});

test('a host exempts somebody in the dialog itself; hosts and who is exempt already are not offered', async () => {
  const { command, store } = await open({});
  await userEvent.click(page.getByRole('button', { name: 'Locks' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Exempt someone' }));
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Priya Nair 1', 'Aylin Demir 3', 'Kenji Mori 4']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(command.mock.calls).toEqual([['locks', { do: 'except', member: 'p2', on: true }]]);
  await expect.element(dialog()).toBeVisible();
  const event = { is: 'excepted', member: 'p2', on: true };
  store.dispatch({ t: 'server', message: { t: 'topic-event', topic: 'locks', rev: 1, event, by: 'me', at: 0 }, at: 0 });
  await userEvent.click(dialog().getByRole('button', { name: 'Exempt someone' }));
  await expect.element(page.getByRole('menuitem', { name: 'Aylin Demir 3' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument();
  await expect.element(dialog()).toBeVisible();
});

test.each(looks)('the question before somebody is removed fits: $locale $scheme $width', async (look) => {
  const { ask } = await open({}, look);
  await userEvent.click(page.getByRole('complementary').getByRole('button', { name: 'Aylin Demir 3' }));
  await userEvent.click(page.getByRole('menuitem').last());
  await expect.element(dialog().getByRole('checkbox')).toBeVisible();
  await expectNoViolations();
  await userEvent.click(dialog().getByRole('checkbox'));
  await userEvent.click(dialog().getByRole('button').last());
  expect(ask.mock.calls).toEqual([[{ t: 'moderate', action: 'block', member: 'p2' }]]);
});
