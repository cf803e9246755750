import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { MeetingControls } from '@atrium/engine/ui/meeting.ts';
import { TouchContext } from '@atrium/engine/ui/long-press.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { chat, member, raised } from '@atrium/engine/ui/state.factory.ts';
import type { MeetingState } from '@atrium/engine/ui/state.ts';
import { camera, roomOf } from '@atrium/engine/ui/synthetic-room.factory.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFinger } from '#kit/ui/gestures.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, type ComponentLook, mount } from '#app/proof/testing-components.tsx';
import { engineText } from './engine-text.hook.ts';

function Inside({ meeting }: { meeting: MeetingControls }) {
  const { locale, dir } = useReader();
  return (
    <WordsProvider text={engineText()} locale={locale} dir={dir}>
      <RoomProvider meeting={meeting}>
        <TouchContext value={createFinger}>
          <Room mark={null} />
        </TouchContext>
      </RoomProvider>
    </WordsProvider>
  );
}

type Size = readonly [width: number, height: number];
type Opening = { size?: Size; look?: Partial<ComponentLook> };
async function open(state: MeetingState, { size = [1280, 800], look = {} }: Opening = {}): Promise<MeetingControls> {
  const meeting = meetingIn(state, { want: vi.fn() });
  await mount(<Inside meeting={meeting} />, { look: { locale: 'en-US', scheme: 'light', width: 1280, ...look } });
  await page.viewport(...size);
  await vi.waitFor(() => expect(tiles().length).toBeGreaterThan(0));
  await vi.waitFor(() => expect(tiles()[0]?.getBoundingClientRect().width).toBeGreaterThan(0));
  return meeting;
}

const tiles = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label] figure')].filter((tile) => tile.checkVisibility());
const boxOf = (what: string) => document.querySelector(what)?.getBoundingClientRect() ?? new DOMRect();
/** The share of a camera's picture that its tile shows. */
function shownShare(tile: HTMLElement): number {
  const { width, height } = tile.getBoundingClientRect();
  const scale = Math.max(width / camera.width, height / camera.height);
  return (width * height) / (camera.width * scale * camera.height * scale);
}
const sizes: Record<string, Size> = { desktop: [1280, 800], portrait: [360, 740], landscape: [740, 360], large: [1920, 1080] };

const classes = Object.keys(sizes).flatMap((name) => [2, 3, 6, 15, 25, 60].map((count) => [name, count] as const));

test.each(classes)(
  'on %s with %i people, no camera loses more than a quarter, and every tile is in the stage',
  async (name, count) => {
    const meeting = await open(roomOf(count), { size: sizes[name] ?? [0, 0] });
    for (const panel of name === 'desktop' ? (['none', 'people'] as const) : (['none'] as const)) {
      meeting.panel(panel);
      await vi.waitFor(() => {
        expect(document.querySelector('aside') === null).toBe(panel === 'none');
        const stage = boxOf('[data-page=room] ul[aria-label]');
        for (const tile of tiles()) {
          const box = tile.getBoundingClientRect();
          expect(shownShare(tile), `panel ${panel}`).toBeGreaterThanOrEqual(0.745);
          expect(box.left).toBeGreaterThanOrEqual(stage.left - 1);
          expect(box.right).toBeLessThanOrEqual(stage.right + 1);
          expect(box.bottom).toBeLessThanOrEqual(stage.bottom + 1);
          expect(box.width).toBeGreaterThanOrEqual(118);
        }
      });
    }
  },
);

const namesShown = () => tiles().map((tile) => tile.dataset['member']);
const pageSays = (words: string) =>
  vi.waitFor(() =>
    expect(document.querySelector('[role=status] ~ span, p > b[role=status]')?.parentElement?.textContent).toContain(words),
  );
const raise = (meeting: MeetingControls, id: string) => meeting.store.dispatch({ t: 'server', at: 0, message: raised(1, id) });

test('a class of 60 is paged through with keys and arrows; only the page seen is asked for, the next one small', async () => {
  const meeting = await open(roomOf(60));
  const seen: (string | undefined)[] = [];
  for (const words of ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']) {
    await pageSays(words);
    seen.push(...namesShown());
    await userEvent.keyboard('{PageDown}');
  }
  expect(new Set(seen).size).toBe(60);
  expect(seen.length).toBe(60);
  await pageSays('Page 3 of 3');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await pageSays('Page 2 of 3');
  const [drawn, next] = vi.mocked(meeting.want).mock.lastCall ?? [[], []];
  expect(drawn.map(({ source: id }) => id).sort()).toEqual(
    namesShown()
      .filter((id) => sourceOfCamera(meeting, id) !== undefined)
      .map((id) => `${id}:cam`)
      .sort(),
  );
  expect(new Set(next.map(({ height }) => height))).toEqual(new Set(next.length > 0 ? [90] : []));
  await userEvent.keyboard('{PageUp}');
  await pageSays('Page 1 of 3');
  await expectNoViolations();
});
const sourceOfCamera = (meeting: MeetingControls, id = '') =>
  meeting.store.get().members[id]?.sources.find(({ source: kind }) => kind === 'cam');

test('a hand raised on another page comes to the first, but not while one points at the faces or has a menu open', async () => {
  const meeting = await open(roomOf(60));
  await userEvent.hover(page.getByRole('button', { name: 'Leave' }));
  const [away, aside] = [...Object.keys(meeting.store.get().members)].filter((id) => !namesShown().includes(id));
  raise(meeting, away ?? '');
  await vi.waitFor(() => expect(namesShown()).toContain(away));
  const before = namesShown();
  await userEvent.click(page.getByRole('button', { name: /^Actions for/ }).first());
  raise(meeting, aside ?? '');
  await page.getByRole('menuitem', { name: 'Pin for me' }).click();
  await expect.element(page.getByText('Pinned').first()).toBeVisible();
  expect(namesShown()).toEqual(before);
  await userEvent.hover(page.getByRole('button', { name: 'Leave' }));
  await vi.waitFor(() => expect(namesShown()).toContain(aside));
  expect(meeting.store.get().pins.length).toBe(1);
});

test.each(['en-US', 'ar'] as const)('on a phone a swipe turns the page (%s)', async (locale) => {
  await open(roomOf(15), { size: [360, 740], look: { locale, width: 360 } });
  const first = namesShown();
  const swipe = (from: number, to: number) => {
    const faces = document.querySelector('[data-page=room] figure');
    for (const [type, clientX] of [
      ['pointerdown', from],
      ['pointerup', to],
    ] as const)
      faces?.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true, clientX, clientY: 300 }));
  };
  const [near, far] = locale === 'ar' ? [60, 300] : [300, 60];
  swipe(near, far);
  await vi.waitFor(() => expect(namesShown()).not.toEqual(first));
  expect(namesShown().length).toBe(6);
  await expectNoViolations();
  swipe(far, near);
  await vi.waitFor(() => expect(namesShown()).toEqual(first));
});

const screen = () => boxOf('figure[data-kind=screen]');
const screenPicture = () => document.querySelector<HTMLElement>('figure[data-kind=screen] video');

test.each(['en-US', 'ar'] as const)(
  'on a phone on its side the bars take at most a fifth, in a rail at the end (%s)',
  async (locale) => {
    await open(roomOf(8, { screen: 'shared' }), { size: [740, 360], look: { locale, scheme: 'dark' } });
    await vi.waitFor(() => expect((screen().width * screen().height) / (740 * 360)).toBeGreaterThan(0.8));
    const rail = boxOf('[role=toolbar]');
    expect(rail.width).toBeLessThanOrEqual(72);
    expect(locale === 'ar' ? rail.left : 740 - rail.right).toBeLessThanOrEqual(8);
    for (const button of document.querySelectorAll('[role=toolbar] > *, [role=toolbar] > button')) {
      const { top, bottom } = button.getBoundingClientRect();
      if (button.checkVisibility()) expect([top >= 0, bottom <= 360], button.textContent).toEqual([true, true]);
    }
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: locale === 'ar' ? 'المزيد' : 'More' })
      .click();
    const menu = boxOf('[role=menu]:popover-open');
    expect([menu.top >= 0, menu.bottom <= 360, menu.left >= 0, menu.right <= 740]).toEqual([true, true, true, true]);
    await expectNoViolations();
  },
);

test('a shared screen is enlarged by a double tap, two fingers or the button, and moved within its edges', async () => {
  await open(roomOf(4, { screen: 'shared' }), { size: [360, 740], look: { width: 360 } });
  await vi.waitFor(() => expect(screenPicture()?.getBoundingClientRect().width).toBeGreaterThan(300));
  const width = screenPicture()?.getBoundingClientRect().width ?? 0;
  const scale = () => Math.round(((screenPicture()?.getBoundingClientRect().width ?? 0) / width) * 10) / 10;
  const { left, top } = screen();
  const finger = (type: string, [x, y]: [number, number], pointerId = 1) =>
    screenPicture()?.dispatchEvent(
      new PointerEvent(type, { pointerType: 'touch', pointerId, bubbles: true, clientX: left + x, clientY: top + y }),
    );
  for (const expected of [1.6, 2.5, 1]) {
    for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup']) finger(type, [40, 40]);
    await vi.waitFor(() => expect(scale()).toBe(expected));
  }
  finger('pointerdown', [140, 100], 1);
  finger('pointerdown', [180, 100], 2);
  finger('pointermove', [220, 100], 2);
  await vi.waitFor(() => expect(scale()).toBe(2));
  finger('pointerup', [220, 100], 2);
  finger('pointermove', [9000, 100], 1);
  finger('pointerup', [9000, 100], 1);
  await vi.waitFor(() => expect(Math.abs((screenPicture()?.getBoundingClientRect().left ?? -99) - left)).toBeLessThan(3));
  await page.getByRole('button', { name: 'Zoom 200%' }).click();
  await vi.waitFor(() => expect(scale()).toBe(2.5));
  await expectNoViolations();
});

test('in full screen the stage has everything, and the bars come back with the first movement', async () => {
  await open(roomOf(4, { screen: 'shared' }));
  const before = screen().height;
  await userEvent.keyboard('f');
  await vi.waitFor(() => expect(boxOf('ul[aria-label=Stage]').height).toBeGreaterThan(before + 100));
  const bar = page.getByRole('toolbar');
  await expect.element(bar).toBeVisible();
  await vi.waitFor(() => expect(getComputedStyle(bar.element().parentElement ?? document.body).opacity).toBe('0'), {
    timeout: 5000,
  });
  await expect.element(page.getByRole('button', { name: /^Recording 0/ })).toBeVisible();
  await userEvent.keyboard('{Shift}');
  await vi.waitFor(() => expect(getComputedStyle(bar.element().parentElement ?? document.body).opacity).toBe('1'));
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await vi.waitFor(() => expect(screen().height).toBeLessThanOrEqual(before));
});

test.each([
  [[1280, 800], 'light', 'en-US'],
  [[1000, 700], 'dark', 'en-US'],
  [[360, 740], 'light', 'ar'],
  [[740, 360], 'dark', 'en-US'],
] as const)('a new message shows its first words over no control and opens the chat (%s)', async (size, scheme, locale) => {
  const meeting = await open(roomOf(5), { size, look: { scheme, locale, width: size[0] > 500 ? 1280 : 360 } });
  const say = (rev: number, text: string) => meeting.store.dispatch({ t: 'server', at: 0, message: chat(rev, 'p1', text) });
  say(1, 'Can we have the slides afterwards, please? '.repeat(8));
  const preview = page.getByRole('button', { name: 'Can we have the slides' });
  await expect.element(preview).toBeVisible();
  const box = preview.element().getBoundingClientRect();
  expect(box.width).toBeGreaterThan(180);
  for (const button of document.querySelectorAll('[data-page=room] button')) {
    const other = button.getBoundingClientRect();
    const apart = other.right <= box.left || other.left >= box.right || other.bottom <= box.top || other.top >= box.bottom;
    if (button !== preview.element() && button.checkVisibility({ opacityProperty: true }))
      expect(apart, button.outerHTML.slice(0, 200)).toBe(true);
  }
  await expectNoViolations();
  await preview.click();
  expect(meeting.store.get().panel).toBe('chat');
  say(2, 'Another one');
  expect(page.getByRole('button', { name: 'Another one' }).elements()).toEqual([]);
});

/** One's own line and that of another are weak, and one's network carries a picture less. */
function weakRoom(): MeetingState {
  const state = roomOf(6);
  const weak = (id: string) => ({ ...member(id), ...state.members[id], connection: 'weak-sending' as const });
  const map = Object.fromEntries(Object.entries(state.slots.map).filter(([, id]) => id !== 'p0:cam'));
  return {
    ...state,
    members: { ...state.members, me: weak('me'), p1: weak('p1') },
    slots: { ...state.slots, map, paused: ['p0:cam'] },
  };
}

const wordsOf = (id: string) => tiles().find((tile) => tile.dataset['member'] === id)?.textContent ?? '';

test.each([
  ['en-US', 'light', 'desktop'],
  ['en-US', 'dark', 'portrait'],
  ['ar', 'light', 'portrait'],
  ['en-US', 'light', 'landscape'],
] as const)(
  'a weak connection is said in words at once, at the faces too, and moves nothing (%s, %s, %s)',
  async (locale, scheme, name) => {
    const size = sizes[name] ?? [0, 0];
    const meeting = await open(roomOf(6), { size, look: { locale, scheme, width: name === 'desktop' ? 1280 : 360 } });
    const before = tiles().map((tile) => tile.getBoundingClientRect().toJSON());
    const words: Record<string, string> = { p0: wordsOf('p0'), p1: wordsOf('p1') };
    const { members, slots } = weakRoom();
    const messages = [
      ...['me', 'p1'].map((id) => ({ t: 'member', member: members[id] ?? member(id) }) as const),
      { t: 'slots', ...slots, rev: 2 } as const,
    ];
    for (const message of messages) meeting.store.dispatch({ t: 'server', at: 0, message });
    const banner = page.getByRole('status').filter({ has: page.getByRole('button') });
    await expect.element(banner).toBeVisible();
    const box = banner.element().getBoundingClientRect();
    expect([box.left >= 0, box.right <= size[0]]).toEqual([true, true]);
    for (const id of ['p0', 'p1']) expect(wordsOf(id)).not.toBe(words[id]);
    if (locale === 'en-US')
      expect([wordsOf('p0'), wordsOf('p1')].join()).toMatch(/Paused: your connection is weak.*Weak connection/);
    expect(tiles().map((tile) => tile.getBoundingClientRect().toJSON())).toEqual(before);
    await expectNoViolations();
    await banner.getByRole('button').click();
    await expect.element(banner).not.toBeInTheDocument();
  },
);
