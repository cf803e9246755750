import '../engine-room.module.css';
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
import { engineText, useTopicText } from '../engine-text.hook.ts';

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

const names = ['Aylin Demir', 'Priya Nair', 'Tomasz Nowak', 'Kenji Mori', 'Rosa Vidal'];
const keyOf = (name: string) => name.slice(0, 3).toLowerCase();
const person = (name: string, change: object = {}) => ({
  key: keyOf(name),
  name,
  member: name,
  host: false,
  group: null,
  ...change,
});
const everybody = [person('Jonas Weber', { host: true }), ...names.map((name) => person(name))];
const nothing = { run: null, here: null, people: everybody, sets: [] };
const group = (id: number, some: string[], change: object = {}) => ({
  ...{ id, name: '', inside: some.length, belong: some.length, help: null, speaking: null, page: null },
  people: some.map((name) => ({ key: keyOf(name), name, inside: true })),
  ...change,
});
const run = (change: object = {}) => ({
  ...{ id: 'run', startedAt: Date.now() - 200_000, endsAt: Date.now() + 400_000, minutes: 10, mode: 'assigned' },
  ...{ mayChange: false, announcement: null, mine: null },
  groups: [group(1, names.slice(0, 2), { speaking: 'Aylin Demir', page: 8 }), group(2, names.slice(2, 4))],
  ...change,
});
const running = (change: object = {}) => ({ ...nothing, run: run(change) });

const host: Capability[] = ['groups', 'present', 'chat'];
async function open(rights: Capability[], view: object, look?: ComponentLook) {
  const command = vi.fn<MeetingControls['command']>(() => Promise.resolve('ok'));
  const changeRoom = vi.fn<MeetingControls['changeRoom']>(() => Promise.resolve('ok'));
  const meeting = meetingIn({ ...roomOf(5), offered: ['groups', 'slides'], rights }, { command, changeRoom });
  const hear = (next: object) => meeting.store.dispatch({ t: 'server', message: topicState('groups', next, 1), at: Date.now() });
  hear(view);
  await mount(<Inside meeting={meeting} />, look ? { look } : {});
  return { meeting, command, changeRoom, hear };
}
const panel = () => page.getByRole('tabpanel');
const dialog = () => page.getByRole('dialog');

async function openDialog(view: object = nothing, look?: ComponentLook) {
  const opened = await open(host, view, look);
  opened.meeting.panel('groups');
  await panel().getByRole('button').first().click();
  await expect.element(dialog().getByText('Aylin Demir').first()).toBeVisible();
  return opened;
}
/** The names in each group, and outside of all at the end. */
const dealt = () =>
  [...document.querySelectorAll('[data-place] > ul')].map((list) =>
    [...list.querySelectorAll('[data-chip] bdi')].map((chip) => chip.textContent),
  );

test.each(looks)('the dialog deals people but not hosts into groups, and starts them: $locale $scheme $width', async (look) => {
  const { command } = await openDialog(nothing, look);
  await expectNoViolations();
  expect(dealt().flat().toSorted()).toEqual(names.toSorted());
  expect(dealt().map((some) => some.length)).toEqual([3, 2, 0]);
  await dialog().getByRole('button').last().click();
  const [topic, started] = command.mock.calls[0] ?? [];
  expect(topic).toBe('groups');
  expect(started).toMatchObject({ do: 'start', mode: 'assigned', minutes: 10, takeSlides: false, mayChange: false });
});

test('people are moved from the menu by keyboard, several at once, and each move can be undone', async () => {
  await openDialog();
  await dialog().getByRole('button', { name: 'By hand' }).click();
  expect(dealt()).toEqual([[], [], names]);
  await dialog()
    .getByRole('button', { name: 'Rosa Vidal' })
    .click({ modifiers: ['ControlOrMeta'] });
  await dialog()
    .getByRole('button', { name: 'Kenji Mori' })
    .click({ modifiers: ['ControlOrMeta'] });
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Move to Group 2' }).click();
  expect(dealt()).toEqual([[], ['Kenji Mori', 'Rosa Vidal'], ['Aylin Demir', 'Priya Nair', 'Tomasz Nowak']]);
  expect(document.activeElement?.getAttribute('data-chip')).toBe('ken');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(dealt()).toEqual([[], [], names]);
});

test('a chip is dragged into a group', async () => {
  await openDialog();
  await dialog().getByRole('button', { name: 'By hand' }).click();
  await userEvent.dragAndDrop(
    dialog().getByRole('button', { name: 'Rosa Vidal' }),
    dialog().getByRole('heading', { name: 'Group 1' }),
  );
  expect(dealt()[0]).toEqual(['Rosa Vidal']);
  expect(page.getByRole('menuitem').elements()).toHaveLength(0);
});

test('the groups of last time come back with those who are here, are named, and are saved', async () => {
  const sets = [
    {
      id: 'last',
      name: 'Last',
      usedAt: Date.UTC(2026, 2, 3),
      groups: [
        {
          name: 'Red',
          people: [
            { key: 'ros', name: 'Rosa' },
            { key: 'ben', name: 'Ben Ali' },
          ],
        },
      ],
    },
  ];
  const { command } = await openDialog({ ...nothing, sets });
  const again = dialog().getByRole('button', { name: 'Same as last time' });
  await expect.element(again).toHaveAttribute('title', 'Last used on March 3, 2026');
  await again.click();
  await expect.element(dialog().getByText('Not here now: Ben Ali')).toBeVisible();
  await dialog().getByRole('button', { name: 'Rename Group 2' }).click();
  await userEvent.keyboard('Blue{Enter}');
  await dialog().getByRole('button', { name: 'Save these groups' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Mondays');
  await userEvent.keyboard('{Enter}');
  expect(command).toHaveBeenLastCalledWith('groups', {
    do: 'save-set',
    name: 'Mondays',
    groups: [
      { name: 'Red', people: [{ key: 'ros', name: 'Rosa Vidal' }] },
      { name: 'Blue', people: [] },
    ],
  });
});

test.each(looks)('a host sees first who asks for help, and visits: $locale $scheme $width', async (look) => {
  const help = { name: 'Kenji Mori', question: 'Is it x or y?', at: Date.now() - 40_000 };
  const { meeting, changeRoom } = await open(
    host,
    running({ groups: [group(1, names.slice(0, 2)), group(2, names.slice(2, 4), { help })] }),
    look,
  );
  meeting.panel('groups');
  const cards = panel().getByRole('listitem');
  await expect.element(cards.first().getByText('Is it x or y?')).toBeVisible();
  await expectNoViolations();
  await cards.first().getByRole('button').click();
  expect(changeRoom).toHaveBeenCalledExactlyOnceWith(2);
});

test('a host gives time, writes to all groups, moves somebody and ends the groups', async () => {
  const { meeting, command } = await open(host, running());
  meeting.panel('groups');
  await panel().getByTitle('Add 5 minutes').click();
  expect(command).toHaveBeenLastCalledWith('groups', { do: 'extend', minutes: 5 });
  await panel().getByRole('textbox').fill('Two more tasks');
  await userEvent.keyboard('{Enter}');
  expect(command).toHaveBeenLastCalledWith('groups', { do: 'announce', text: 'Two more tasks' });
  await panel().getByRole('button', { name: 'Move people' }).click();
  await dialog().getByRole('button', { name: 'Rosa Vidal' }).click();
  await page.getByRole('menuitem', { name: 'Move to Group 1' }).click();
  expect(command).toHaveBeenLastCalledWith('groups', { do: 'move', person: 'ros', to: 1 });
  await dialog().getByRole('button', { name: 'Undo' }).click();
  expect(command).toHaveBeenLastCalledWith('groups', { do: 'move', person: 'ros', to: null });
  await dialog().getByRole('button', { name: 'Done' }).click();
  await panel().getByRole('button', { name: 'End groups for all' }).click();
  await dialog().getByRole('button', { name: 'End in 30 seconds' }).click();
  expect(command).toHaveBeenLastCalledWith('groups', { do: 'end', seconds: 30 });
});

test('a host reads who came since, and puts them into a group', async () => {
  const { command, hear } = await open(host, running());
  await expect.element(page.getByText('4 people are in 2 groups')).toBeVisible();
  hear({ ...running(), people: [...everybody, person('Ben Ali')] });
  await expect.element(page.getByText('Ben Ali joined')).toBeVisible();
  await page.getByRole('button', { name: 'Add to a group' }).click();
  await page.getByRole('menuitem', { name: 'Group 2' }).click();
  expect(command).toHaveBeenLastCalledWith('groups', { do: 'move', person: 'ben', to: 2 });
});

test.each(looks)(
  'somebody who belongs to a group is called there, and goes at once or stays: $locale $scheme $width',
  async (look) => {
    const { changeRoom } = await open(['chat'], { ...running({ mine: 2 }), people: [] }, look);
    const call = page.getByRole('button');
    await expect.element(page.getByRole('status').filter({ hasText: /5/ }).first()).toBeInTheDocument();
    await expectNoViolations();
    await vi.waitFor(() => expect(changeRoom).toHaveBeenCalledExactlyOnceWith(2), { timeout: 8_000 });
    expect(call.elements().length).toBeGreaterThan(0);
  },
);

test('a person who stays is not called again, and can still go', async () => {
  const { changeRoom, hear } = await open(['chat'], { ...running({ mine: 2 }), people: [] });
  await page.getByRole('button', { name: 'Stay here' }).click();
  hear({ ...running({ mine: 2, endsAt: Date.now() + 900_000 }), people: [] });
  await expect.element(page.getByText('Your group: Group 2')).toBeVisible();
  expect(page.getByRole('button', { name: 'Go now' }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  expect(changeRoom).toHaveBeenCalledExactlyOnceWith(2);
});

test.each(looks)('in a group one calls for help with a question, and goes back: $locale $scheme $width', async (look) => {
  const { command, changeRoom, hear } = await open(['chat'], { ...running({ mine: 1 }), here: 1, people: [] }, look);
  const bar = page
    .getByRole('region')
    .filter({ has: page.getByRole('button') })
    .first();
  await bar.getByRole('button').first().click();
  await dialog().getByRole('textbox').fill('What is x?');
  await expectNoViolations();
  await dialog().getByRole('button').last().click();
  expect(command).toHaveBeenCalledExactlyOnceWith('groups', { do: 'call-help', question: 'What is x?' });
  hear({
    ...running({ mine: 1, announcement: { id: 'a', name: 'Jonas Weber', text: 'Two more tasks', at: Date.now() } }),
    here: 1,
    people: [],
  });
  await expect.element(page.getByText('Two more tasks')).toBeVisible();
  await expectNoViolations();
  await bar.getByRole('button').last().click();
  expect(changeRoom).toHaveBeenCalledExactlyOnceWith('main');
});

test('where people choose, each group can be joined, and its end is said a minute before', async () => {
  const { meeting, changeRoom } = await open(['chat'], { ...running({ mode: 'free', endsAt: Date.now() + 59_000 }), people: [] });
  await expect.element(page.getByText('1 minute left in the groups')).toBeVisible();
  meeting.panel('groups');
  await panel().getByRole('button', { name: 'Join Group 2' }).click();
  expect(changeRoom).toHaveBeenCalledExactlyOnceWith(2);
});
