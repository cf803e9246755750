import './engine-room.module.css';
import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import { MeetingPicture } from '@atrium/engine/ui/picture/meeting-picture.tsx';
import type { MeetingControls } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider, useMeetingState } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { roomOf } from '@atrium/engine/ui/synthetic-room.factory.ts';
import { TopicTextProvider } from '@atrium/engine/ui/topics/topic-words.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { mount } from '#app/proof/testing-components.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

function Inside({ meeting, children }: { meeting: MeetingControls; children: ReactNode }) {
  const { locale, dir } = useReader();
  return (
    <WordsProvider text={engineText()} locale={locale} dir={dir}>
      <TopicTextProvider value={useTopicText}>
        <RoomProvider meeting={meeting}>{children}</RoomProvider>
      </TopicTextProvider>
    </WordsProvider>
  );
}

afterEach(() => vi.unstubAllGlobals());

/** A window of its own that a test may open without a press. */
function otherWindow(): Window {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  if (frame.contentWindow === null) throw new Error('no window');
  return frame.contentWindow;
}

test('the small window shows who spoke last, and switches microphone and camera', async () => {
  const toggle = vi.fn<MeetingControls['toggle']>(() => Promise.resolve());
  const state = { ...roomOf(4), rights: ['speak', 'film'] as const };
  const meeting = meetingIn(state, { toggle });
  const small = otherWindow();
  await mount(
    <Inside meeting={meeting}>
      <MeetingPicture window={small} onClose={() => undefined} />
    </Inside>,
  );
  const shown = () => small.document.querySelector('figcaption')?.textContent;
  const speaks = (id: string) => meeting.store.dispatch({ t: 'server', message: { t: 'speaking', members: [id] }, at: 1 });
  speaks('p1');
  await expect.poll(shown).toBe('Jonas Weber 2');
  speaks('p0');
  await expect.poll(shown).toBe('Priya Nair 1');
  expect(small.document.querySelector('video')?.srcObject).toBe(meeting.store.get().streams['v-p0:cam']);
  for (const name of ['mic', 'cam']) small.document.querySelector<HTMLElement>(`[data-control=${name}]`)?.click();
  expect(toggle.mock.calls).toEqual([['mic'], ['cam']]);
  expect(small.document.title).toBe('Mathematics 9b');
  expect(small.document.documentElement.dataset['mantineColorScheme']).toBe('light');
});

/** The page of a meeting, as long as it lasts. */
function MeetingRoom() {
  return useMeetingState().phase === 'in' ? <Room mark={null} /> : null;
}
const openMore = () => page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
const row = page.getByRole('menuitem', { name: 'Picture in picture' });

async function openMeeting() {
  const meeting = meetingIn(roomOf(2));
  await mount(
    <Inside meeting={meeting}>
      <MeetingRoom />
    </Inside>,
  );
  await openMore();
  return meeting;
}

test('a browser without small windows offers none', async () => {
  vi.stubGlobal('documentPictureInPicture', undefined);
  await openMeeting();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
});

test('the small window opens from the menu, and closes with the meeting', async () => {
  const small = otherWindow();
  const closed = vi.spyOn(small, 'close');
  vi.stubGlobal('documentPictureInPicture', { requestWindow: () => Promise.resolve(small) });
  const meeting = await openMeeting();
  await row.click();
  await expect.poll(() => small.document.querySelector('figcaption')?.textContent).toBe('Priya Nair 1');
  expect(closed).not.toHaveBeenCalled();
  meeting.store.dispatch({ t: 'over', why: 'ended', logoutUrl: null });
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  expect(small.document.querySelector('figcaption')).toBeNull();
});
