import type { Deck, SlidesState } from '@atrium/engine/topics/slides/slides.topic.ts';
import { EngineSessionProvider, engineSession } from '@atrium/engine/ui/engine-session.ts';
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
import { expectNoViolations, type ComponentLook, looks, mount } from '#app/proof/testing-components.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

const deckId = 'A'.repeat(22);
const session = engineSession({ base: '/engine', sessionToken: 'token' });

function Inside({ meeting }: { meeting: MeetingControls }) {
  const { locale, dir } = useReader();
  return (
    <WordsProvider text={engineText()} locale={locale} dir={dir}>
      <TopicTextProvider value={useTopicText}>
        <RoomProvider meeting={meeting}>
          <EngineSessionProvider value={session}>
            <Room mark={null} />
          </EngineSessionProvider>
        </RoomProvider>
      </TopicTextProvider>
    </WordsProvider>
  );
}

/** So many pages, the third of which could not be drawn. */
function deckOf(pages: number, change: Partial<Deck> = {}): Deck {
  const sizes = Array.from({ length: pages }, (_, i): [number, number] | null => (i === 2 ? null : [1920, 1080]));
  return {
    ...{ id: deckId, name: 'Parabolas.pdf', kind: 'document', pages, sizes, trouble: null },
    ...{ removable: true, downloadable: false },
    ...change,
  };
}
const shownAt = (number: number, decks: Deck[] = [deckOf(24)]): SlidesState => ({
  decks,
  shown: { deck: decks[0]?.id ?? '', page: number },
  view: { zoom: 1, x: 0.5, y: 0.5 },
});

type Size = readonly [width: number, height: number];
type Opening = { role?: 'presenter' | 'viewer'; slides?: SlidesState; size?: Size; look?: ComponentLook; people?: number };
async function open({ role = 'presenter', slides = shownAt(7), size = [1280, 800], look, people = 6 }: Opening = {}) {
  const state = roomOf(people);
  const presenter = role === 'presenter' ? 'me' : 'p1';
  const rights = state.rights.filter((right) => role === 'presenter' || right !== 'choose-presenter');
  const command = vi.fn<MeetingControls['command']>(() => Promise.resolve('ok'));
  const hint = vi.fn<MeetingControls['hint']>();
  const heard: { listener: Parameters<MeetingControls['onHint']>[1] | null } = { listener: null };
  const meeting = meetingIn(
    {
      ...state,
      offered: ['slides', 'presenter'],
      rights: role === 'presenter' ? [...rights, 'present'] : rights,
    },
    {
      command,
      hint,
      onHint: (_topic, listener) => {
        heard.listener = listener;
        return () => undefined;
      },
    },
  );
  const tell = (next: SlidesState) => meeting.store.dispatch({ t: 'server', at: 0, message: topicState('slides', next) });
  meeting.store.dispatch({
    t: 'server',
    at: 0,
    message: topicState('presenter', { presenter, requests: [], declined: {} }),
  });
  tell(slides);
  await mount(<Inside meeting={meeting} />, { look: look ?? { locale: 'en-US', scheme: 'light', width: 1280 } });
  await page.viewport(...size);
  await vi.waitFor(() => expect(paper().width).toBeGreaterThan(0));
  const point = (at: { x: number; y: number } | null) => heard.listener?.({ by: presenter, hint: at });
  return { meeting, command, hint, tell, point };
}

const well = () => document.querySelector('section[tabindex]')?.getBoundingClientRect() ?? new DOMRect();
const paper = () => document.querySelector('section[tabindex] > div')?.getBoundingClientRect() ?? new DOMRect();
const sent = (command: MeetingControls['command']) => vi.mocked(command).mock.calls.map(([, wish]) => wish);
const sizes: readonly Size[] = [
  [1280, 800],
  [360, 740],
  [740, 360],
];

test.each(looks.flatMap((look) => sizes.map((size) => ({ ...look, size }))))(
  'the whole page is seen, nothing covers its bar: $locale $scheme $size',
  async ({ size, ...look }) => {
    await open({ look, size });
    const [inner, outer] = [paper(), well()];
    expect(inner.width / inner.height).toBeCloseTo(16 / 9, 2);
    expect(inner.width).toBeLessThanOrEqual(outer.width + 1);
    expect(inner.height).toBeLessThanOrEqual(outer.height + 1);
    expect(Math.max(inner.width / outer.width, inner.height / outer.height)).toBeGreaterThan(0.98);
    const bar = document.querySelector('[data-bars]')?.getBoundingClientRect() ?? new DOMRect();
    for (const control of document.querySelectorAll('[data-bars] :is(button, input)')) {
      const { left, right, width } = control.getBoundingClientRect();
      if (width > 1) expect([left >= bar.left, right <= bar.right], control.outerHTML).toEqual([true, true]);
    }
    await expectNoViolations();
  },
);

const sees = (name: string) => expect.element(page.getByRole('region', { name })).toBeVisible();
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('the presenter turns pages by keys, arrows, small pages and a number', async () => {
  const { command, tell } = await open();
  await sees('Slide 7 of 24');
  await userEvent.keyboard('{ArrowRight}{Home}');
  await button('Previous page').click();
  await button('Page 9').click();
  const number = page.getByRole('textbox', { name: 'Page number' });
  await number.fill('12');
  await userEvent.keyboard('{Enter}');
  await number.fill('99');
  await userEvent.keyboard('{Enter}');
  expect(sent(command)).toEqual([8, 1, 6, 9, 12].map((to) => ({ do: 'show', deck: deckId, page: to })));
  tell(shownAt(3));
  await expect.element(page.getByText('Page 3 could not be drawn')).toBeVisible();
});

test('what the presenter enlarges is sent, the last part of it surely, and a new page begins whole', async () => {
  const { command, tell } = await open();
  for (let i = 0; i < 3; i++) await button('Zoom in').click();
  await vi.waitFor(() => expect(sent(command).at(-1)).toMatchObject({ do: 'view', view: { zoom: 2 } }));
  await expect.element(page.getByText('200%')).toBeVisible();
  tell(shownAt(8));
  await sees('Slide 8 of 24');
  await expect.element(page.getByText('100%')).toBeVisible();
});

test('a viewer has no arrows, follows, and keeps an own zoom on the next page until following again', async () => {
  const { command, tell } = await open({ role: 'viewer' });
  expect(button(/^(Next page|Laser)/).elements()).toEqual([]);
  await userEvent.keyboard('{ArrowRight}');
  tell({ ...shownAt(7), view: { zoom: 2, x: 0.5, y: 0.5 } });
  await expect.element(page.getByText('200%')).toBeVisible();
  await userEvent.keyboard('0+');
  await expect.element(page.getByText('Your zoom 125%')).toBeVisible();
  tell(shownAt(8));
  await sees('Slide 8 of 24');
  await expect.element(page.getByText('Your zoom 125%')).toBeVisible();
  expect(paper().top).toBeCloseTo(well().top, 0);
  await button('Follow Jonas').click();
  await expect.element(page.getByText('100%')).toBeVisible();
  expect(sent(command)).toEqual([]);
});

test('the wheel with Ctrl enlarges what is under it, and dragging moves it', async () => {
  await open({ role: 'viewer' });
  const section = document.querySelector('section[tabindex]');
  const { left, top, width, height } = well();
  const at = { clientX: left + width / 4, clientY: top + height / 2 };
  const share = ({ left: start, width: length }: DOMRect) => (at.clientX - start) / length;
  const under = share(paper());
  section?.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -300, ctrlKey: true, bubbles: true, cancelable: true }));
  await expect.element(page.getByText('Your zoom 272%')).toBeVisible();
  const before = paper();
  expect(share(before)).toBeCloseTo(under, 2);
  const pointer = (kind: string, by: number) =>
    section?.dispatchEvent(new PointerEvent(kind, { ...at, clientX: at.clientX + by, pointerId: 1, bubbles: true }));
  pointer('pointerdown', 0);
  pointer('pointermove', -40);
  pointer('pointerup', -40);
  await vi.waitFor(() => expect(paper().left).toBeCloseTo(before.left - 40, 0));
});

test('the laser of the presenter is sent a few times a second, seen by others, and gone once it rests', async () => {
  const { hint, point } = await open();
  await button('Laser').click();
  const { left, top, width, height } = paper();
  const section = document.querySelector('section[tabindex]');
  for (let i = 0; i <= 40; i++)
    section?.dispatchEvent(
      new PointerEvent('pointermove', { clientX: left + (width * i) / 80, clientY: top + height / 2, bubbles: true }),
    );
  await vi.waitFor(() =>
    expect(vi.mocked(hint).mock.lastCall?.[1]).toEqual({ x: expect.closeTo(0.5, 2), y: expect.closeTo(0.5, 2) }),
  );
  expect(vi.mocked(hint).mock.calls.length).toBeLessThanOrEqual(3);
  point({ x: 0.25, y: 0.5 });
  const spot = () => document.querySelector('[data-spot]');
  await vi.waitFor(() => expect(spot()?.getBoundingClientRect().width).toBe(16));
  await vi.waitFor(() => expect(spot()).toBeNull(), { timeout: 3000 });
});

test('the page bar lets others ask to present, and who presents pass it on or stop', async () => {
  const { command } = await open();
  await button('You are presenting').click();
  await page.getByRole('menuitem', { name: 'Stop presenting' }).click();
  await button('You are presenting').click();
  await page.getByRole('menuitem', { name: 'Pass to…' }).click();
  await expectNoViolations();
  await page.getByRole('dialog').getByRole('button', { name: 'Aylin Demir 3' }).click();
  expect(sent(command)).toEqual([{ do: 'stop' }, { do: 'give', member: 'p2' }]);
});

test('the deck has a menu: another one, a blank page, the download and its removal, which is asked about', async () => {
  const blank = deckOf(1, { id: 'B'.repeat(22), name: 'Blank page', kind: 'blank' });
  const { command } = await open({ slides: shownAt(7, [deckOf(24), blank]) });
  for (const item of ['Blank page', 'Others can download', 'Remove slides']) {
    await button('Parabolas').click();
    const role = item === 'Others can download' ? 'menuitemcheckbox' : 'menuitem';
    await page.getByRole(role, { name: item }).first().click();
  }
  expect(sent(command)).toEqual([
    { do: 'show', deck: blank.id, page: 1 },
    { do: 'allow-download', deck: deckId, to: true },
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove slides' }).click();
  expect(sent(command).at(-1)).toEqual({ do: 'remove', deck: deckId });
});

test('a file that is being opened and a page that is not drawn yet say so, and the deck how far it is', async () => {
  const { tell } = await open({ slides: shownAt(1, [deckOf(0)]) });
  await expect.element(page.getByText('Opening the file…')).toBeVisible();
  tell(shownAt(40, [deckOf(120, { sizes: deckOf(34).sizes })]));
  await expect.element(page.getByText('This page is being drawn…')).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Page 1 ready, 34 of 120' })).toBeVisible();
  tell(shownAt(1, [deckOf(0, { trouble: 'no-office' })]));
  await expect.element(page.getByText('PowerPoint files cannot be converted here. Upload a PDF instead.')).toBeVisible();
});

function dropFile(name: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], name));
  window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
}

test('a file of another kind is refused before it is sent, and one that cannot be sent says so', async () => {
  await open();
  // the part that takes them is loaded
  await vi.waitFor(() => expect(document.querySelector('[role=status]:empty')).not.toBeNull());
  dropFile('setup.exe');
  await expect.element(page.getByText('Files of this kind cannot be shown. Upload a PDF or a picture.')).toBeVisible();
  await button('Close').click();
  dropFile('lesson.pdf');
  await expect.element(page.getByText('The file could not be sent. Check your connection and try again.')).toBeVisible();
  await button('Close').click();
});

test('the control to share opens a menu for who presents; others share the screen with one press', async () => {
  await open();
  await button('Share').click();
  await expect.element(page.getByRole('menuitem', { name: 'Share your screen' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Upload slides…' })).toBeVisible();
  await expectNoViolations();
});

test.each([
  [360, 740],
  [740, 360],
] as const)('on a phone of %i by %i the presenter opens the small pages, chooses one and closes them', async (...size) => {
  const { command } = await open({ size });
  await button('Pages').click();
  await button(/^Page 2$/).click();
  expect(sent(command)).toEqual([{ do: 'show', deck: deckId, page: 2 }]);
  await button('Pages').click();
  await expect.element(button(/^Page 2$/)).not.toBeInTheDocument();
});

test('a viewer chooses to see everybody and comes back; on a phone a swipe hides the strip and shows it', async () => {
  await open({ role: 'viewer', size: [360, 740] });
  const strip = () => document.querySelector('ul[data-beside=slides]');
  const section = document.querySelector('section[tabindex]');
  const { left, top } = well();
  const swipe = (to: number) => {
    for (const [kind, y] of [
      ['pointerdown', 100],
      ['pointermove', 100 + to],
      ['pointerup', 100 + to],
    ] as const)
      section?.dispatchEvent(
        new PointerEvent(kind, { clientX: left + 90, clientY: top + y, pointerId: 1, pointerType: 'touch', bubbles: true }),
      );
  };
  expect(strip()).not.toBeNull();
  swipe(90);
  await vi.waitFor(() => expect(strip()).toBeNull());
  swipe(-90);
  await vi.waitFor(() => expect(strip()).not.toBeNull());
  await userEvent.keyboard('g');
  await vi.waitFor(() => expect(document.querySelector('section[tabindex]')).toBeNull());
  await userEvent.keyboard('g');
  await sees('Slide 7 of 24');
});
