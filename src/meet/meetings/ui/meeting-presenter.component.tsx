import type { ServerMessage } from '@atrium/engine/protocol/messages';
import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { Meeting } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { after, member, topicState, welcome } from '@atrium/engine/ui/state.factory.ts';
import { TopicTextProvider } from '@atrium/engine/ui/topics/topic-words.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, type Look, looks, mount } from '#app/proof/testing-components.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

const people = ['Clara Dubois', 'Kenji Mori', 'Omar Haddad'].map((name, i) => member(`p${i}`, { name, joinedAt: i + 10 }));
const unlocked = { mic: false, cam: false, share: false, chat: false, privateChat: false, names: false };
const locks = { locks: unlocked, onJoin: true, onJoinFixed: false, exempt: ['p2'], arrived: [] };
const event = (topic: string, rev: number, happened: object): ServerMessage => ({
  t: 'topic-event',
  topic,
  rev,
  event: happened,
  by: 'p1',
  at: Date.now(),
});

function Inside({ meeting }: { meeting: Meeting }) {
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

async function inside(role: 'moderator' | 'viewer', look?: Look) {
  const command = vi.fn<Meeting['command']>(() => Promise.resolve('ok'));
  const ask = vi.fn<Meeting['ask']>(() => Promise.resolve());
  const state = after([
    welcome({ topics: ['presenter', 'locks'], members: [member('me', { name: 'Jonas Weber', role }), ...people] }),
    topicState('presenter', { presenter: 'me', requests: [], declined: {} }, 1),
    topicState('locks', locks, 1),
  ]);
  const meeting = meetingIn({ ...state, panel: 'people' }, { command, ask });
  await mount(<Inside meeting={meeting} />, look && { look });
  const hear = (message: ServerMessage) => meeting.store.dispatch({ t: 'server', message, at: Date.now() });
  return { command, ask, hear, store: meeting.store };
}
const menuOf = (name: string) => page.getByRole('complementary').getByRole('button', { name: `Actions for ${name}` });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

test.each(looks)('the list says who presents, and the locks open as what people can do: $locale $scheme $width', async (look) => {
  const { hear } = await inside('moderator', look);
  hear(event('presenter', 2, { is: 'requested', member: 'p1' }));
  hear(event('locks', 2, { is: 'set', locks: { mic: true, names: true } }));
  await expect.element(page.getByText(/Kenji Mori/).last()).toBeVisible();
  await expectNoViolations();
  document.querySelector<HTMLElement>('aside > :last-child > :last-child button')?.click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(
    page
      .getByRole('switch')
      .elements()
      .map((one) => one.getAttribute('aria-checked')),
  ).toEqual(['false', 'true', 'true', 'true', 'false']);
  const dialog = page.getByRole('dialog').element();
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
  await expectNoViolations();
});

test('a host gives the role, and what changed can be taken back from the note about it', async () => {
  const { command, hear } = await inside('moderator');
  await menuOf('Clara Dubois').click();
  await item('Make presenter').click();
  hear(event('presenter', 2, { is: 'assigned', member: 'p0', before: 'me' }));
  await expect.element(page.getByText('Clara Dubois is presenting')).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  expect(command.mock.calls).toEqual([
    ['presenter', { do: 'give', member: 'p0' }],
    ['presenter', { do: 'take' }],
  ]);
});

test('requests come one at a time and are answered from the note', async () => {
  const { command, hear } = await inside('moderator');
  hear(event('presenter', 2, { is: 'requested', member: 'p1' }));
  hear(event('presenter', 3, { is: 'requested', member: 'p2' }));
  await expect.element(page.getByText('Kenji Mori asks to present')).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  hear(event('presenter', 4, { is: 'declined', member: 'p1' }));
  await expect.element(page.getByText('Omar Haddad asks to present')).toBeVisible();
  expect(command).toHaveBeenCalledExactlyOnceWith('presenter', { do: 'decline', member: 'p1' });
});

test('a person who is to leave is asked about, with and without a block', async () => {
  const { ask } = await inside('moderator');
  for (const block of [false, true]) {
    await menuOf('Omar Haddad').click();
    await item('Remove from the meeting').click();
    if (block) await page.getByLabelText('Also block them from coming back').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  }
  expect(ask.mock.calls.map(([message]) => message)).toEqual([
    { t: 'moderate', action: 'remove', member: 'p2' },
    { t: 'moderate', action: 'block', member: 'p2' },
  ]);
});

test('unlocking all can be undone, and an exception ends from the dialog', async () => {
  const { command, hear } = await inside('moderator');
  hear(event('locks', 2, { is: 'set', locks: { cam: true } }));
  await page.getByRole('button', { name: 'Locks · 1' }).click();
  await page.getByRole('button', { name: 'Unlock all' }).click();
  hear(event('locks', 3, { is: 'set', locks: { cam: false } }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Apply locks again: Omar Haddad' }).click();
  expect(command.mock.calls.map(([, wish]) => wish)).toEqual([
    { do: 'set', locks: unlocked },
    { do: 'set', locks: { ...unlocked, cam: true } },
    { do: 'except', member: 'p2', on: false },
  ]);
});

test('a viewer is offered nothing that the engine would refuse', async () => {
  const { store, hear } = await inside('viewer');
  await menuOf('Clara Dubois').click();
  await expect.element(item('Pin for me')).toBeVisible();
  expect(page.getByRole('menuitem').elements()).toHaveLength(1);
  expect(page.getByRole('button', { name: /^Locks/ }).elements()).toEqual([]);
  const rights = store.get().rights.filter((name) => name !== 'speak');
  hear({ t: 'rights', rights });
  await expect.element(page.getByTitle('The host has turned microphones off')).toBeDisabled();
});
