import type { ServerMessage } from '@atrium/engine/protocol/messages';
import { ControlBar } from '@atrium/engine/ui/control-bar.tsx';
import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { MeetingControls } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { after, member, welcome } from '@atrium/engine/ui/state.factory.ts';
import { Tile } from '@atrium/engine/ui/tile.tsx';
import { TopBar } from '@atrium/engine/ui/top-bar.tsx';
import { DialogPlace } from '@atrium/engine/ui/topics/dialog-place.tsx';
import { TopicPlace } from '@atrium/engine/ui/topics/topic-places.tsx';
import { TopicTextProvider } from '@atrium/engine/ui/topics/topic-words.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import p from '@atrium/engine/ui/parts.module.css';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, looks, type ComponentLook, mount } from '#app/proof/testing-components.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

const nothing = () => undefined;
const you = member('me', { name: 'Ada', role: 'moderator' });
const bob = member('bob', { name: 'Bob' });

function meetingOf(role: 'moderator' | 'viewer', topics: string[]) {
  const command = vi.fn<MeetingControls['command']>(() => Promise.resolve('ok'));
  const meeting = meetingIn(after([welcome({ topics, members: [{ ...you, role }, bob] })]), { command });
  return { meeting, store: meeting.store, command };
}

function Inside({ meeting }: { meeting: MeetingControls }) {
  const { locale, dir } = useReader();
  const bar = {
    onLeave: nothing,
    onSettings: nothing,
    onKeys: nothing,
    onRecord: nothing,
    onInvite: nothing,
    onPicture: undefined,
  };
  const full = { on: false, turn: nothing, bars: 'shown' } as const;
  const state = meeting.store.get();
  return (
    <WordsProvider text={engineText()} locale={locale} dir={dir}>
      <TopicTextProvider value={useTopicText}>
        <RoomProvider meeting={meeting}>
          <DialogPlace>
            <div className={p.root}>
              <TopBar mark={null} layout="grid" onLayout={nothing} full={full} />
              <div style={{ inlineSize: 320, blockSize: 180, display: 'grid' }}>
                <Tile model={{ key: 'bob', kind: 'person', member: bob, source: null, own: 'other' }} state={state} />
              </div>
              <TopicPlace place="Room" />
              <ControlBar {...bar} onHand={nothing} onChat={nothing} onPeople={nothing} onLayout={nothing} onFull={nothing} />
            </div>
          </DialogPlace>
        </RoomProvider>
      </TopicTextProvider>
    </WordsProvider>
  );
}

const hear = (store: MeetingControls['store'], message: ServerMessage) =>
  store.dispatch({ t: 'server', message, at: Date.now() });
const at = () => Date.now() + 1_000;
const react = (rev: number) =>
  ({ t: 'topic-event', topic: 'reactions', rev, event: { is: 'reacted', reaction: '👏' }, by: 'bob', at: at() }) as const;
const started = (seconds: number) =>
  ({ t: 'topic-event', topic: 'timer', rev: 1, event: { is: 'started', seconds }, by: 'me', at: at() }) as const;

const everything = ['reactions', 'timer'];
async function inside(
  role: 'moderator' | 'viewer',
  { topics = everything, look }: { topics?: string[]; look?: ComponentLook } = {},
) {
  const made = meetingOf(role, topics);
  await mount(<Inside meeting={made.meeting} />, look && { look });
  return made;
}
const openMore = () => page.getByRole('toolbar').getByRole('button').nth(-2).click();

test.each(looks)('a timer that runs and a reaction are seen by everybody: $locale $scheme $width', async (look) => {
  const { store } = await inside('viewer', { look });
  hear(store, started(300));
  hear(store, react(1));
  await expect.element(page.getByText(/^(5:0|4:5)\d$/)).toBeVisible();
  await expect.element(page.getByRole('figure').getByText('👏')).toBeVisible();
  await expectNoViolations();
});

test('hosts choose how long; minutes that are none are refused with a word', async () => {
  const { command } = await inside('moderator');
  await openMore();
  await page.getByRole('menuitem', { name: 'Timer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a timer' });
  await dialog.getByLabelText('Minutes', { exact: true }).fill('1.5');
  await expect.element(dialog.getByText('Enter whole minutes, from 1 to 1,440.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Start timer' })).toBeDisabled();
  await dialog.getByRole('button', { name: '10 min' }).click();
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'Start timer' }).click();
  expect(command).toHaveBeenCalledExactlyOnceWith('timer', { do: 'start', seconds: 600 });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('hosts hold, extend and remove it at its pill; others only read it', async () => {
  const { store, command } = await inside('moderator');
  hear(store, started(60));
  for (const name of ['Pause', 'Add 1 minute', 'Remove']) {
    await page.getByTitle('Pause, extend or remove').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  expect(command.mock.calls.map(([, wish]) => wish)).toEqual([{ do: 'pause' }, { do: 'extend', seconds: 60 }, { do: 'remove' }]);
});

test('a reaction is chosen by mouse or by keys, and read out for those who do not see it', async () => {
  const { store, command } = await inside('viewer');
  await page.getByRole('button', { name: 'React' }).click();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(command).toHaveBeenCalledExactlyOnceWith('reactions', { do: 'react', reaction: '👏' });
  hear(store, react(1));
  await expect.element(page.getByText('Bob reacted: Applause')).toBeInTheDocument();
});

test('hosts put a person in the spotlight and take it back, and everybody sees the mark', async () => {
  const { store, command } = await inside('moderator', { topics: ['spotlight'] });
  const openMenu = () => page.getByRole('button', { name: /Bob/ }).click();
  await openMenu();
  await page.getByRole('menuitem', { name: 'Spotlight for everyone' }).click();
  expect(command).toHaveBeenCalledExactlyOnceWith('spotlight', { do: 'add', member: 'bob' });
  hear(store, { t: 'topic-state', topic: 'spotlight', rev: 1, state: [{ member: 'bob', by: 'me' }] });
  await expect.element(page.getByRole('figure').getByTitle('Set by Ada')).toHaveTextContent('Spotlight');
  await expectNoViolations();
  await openMenu();
  await page.getByRole('menuitem', { name: 'Remove spotlight' }).click();
  expect(command).toHaveBeenLastCalledWith('spotlight', { do: 'remove', member: 'bob' });
});

test('people who are no hosts cannot choose the spotlight', async () => {
  await inside('viewer', { topics: ['spotlight'] });
  await page.getByRole('button', { name: /Bob/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Pin for me' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Spotlight for everyone' }).elements()).toEqual([]);
});

test('a meeting without them, and a guest who may not, see nothing of it', async () => {
  await inside('moderator', { topics: [] });
  expect(page.getByRole('button', { name: 'React' }).elements()).toEqual([]);
  await openMore();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Timer…' }).elements()).toEqual([]);
});
