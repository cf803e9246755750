import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { Meeting } from '@atrium/engine/ui/meeting.ts';
import { TouchContext } from '@atrium/engine/ui/long-press.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { after, facts, member, source, welcome } from '@atrium/engine/ui/state.factory.ts';
import type { MeetingState } from '@atrium/engine/ui/state.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFinger } from '#kit/ui/gestures.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, type Look, mount } from '#app/proof/testing-components.tsx';
import { engineText } from './engine-text.hook.ts';

/** Cameras of 16:9, as browsers give them. */
const camera = { width: 640, height: 360 };
const names = ['Priya Nair', 'Jonas Weber', 'Aylin Demir', 'Kenji Mori', 'Ada Okafor', 'Greta Olsen', 'يوسف حداد', 'Mateo Silva'];

function drawnCamera(ground: string): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), camera);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, camera.width, camera.height);
  pen.fillStyle = '#e8c39e';
  pen.arc(camera.width / 2, camera.height / 2, 90, 0, 7);
  pen.fill();
  pen.strokeStyle = '#c00';
  pen.lineWidth = 16;
  pen.strokeRect(0, 0, camera.width, camera.height);
  return canvas.captureStream(5);
}

/** So many people, you among them; every second one with a camera. */
function roomOf(count: number, { screen }: { screen?: 'shared' } = {}): MeetingState {
  const others = Array.from({ length: count - 1 }, (_, i) =>
    member(`p${i}`, {
      name: `${names[i % names.length]} ${i + 1}`,
      joinedAt: i + 10,
      role: i === 1 ? 'moderator' : 'viewer',
      sources: [
        ...(i % 2 === 0 ? [source(`p${i}`, 'cam')] : []),
        ...(screen !== undefined && i === 1 ? [source(`p${i}`, 'screen')] : []),
      ],
    }),
  );
  const state = after([
    welcome({
      meeting: { ...facts, recording: 'on', consent: 'all' },
      members: [member('me', { role: 'moderator' }), ...others],
    }),
  ]);
  const shown = others.flatMap(({ sources }) => sources.map(({ id }) => id));
  return {
    ...state,
    slots: { rev: 1, map: Object.fromEntries(shown.map((id) => [`v-${id}`, id])) },
    streams: Object.fromEntries(
      shown.map((id, i) => [`v-${id}`, drawnCamera(id.endsWith('screen') ? '#ffffff' : `hsl(${i * 47} 40% 60%)`)]),
    ),
  };
}

function Inside({ meeting }: { meeting: Meeting }) {
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
type Opening = { size?: Size; look?: Partial<Look> };
async function open(state: MeetingState, { size = [1280, 800], look = {} }: Opening = {}): Promise<Meeting> {
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
const raise = (meeting: Meeting, id: string) =>
  meeting.store.dispatch({
    t: 'server',
    at: 0,
    message: { t: 'member', member: member(id, { name: id, handAt: 7, joinedAt: 99 }) },
  });

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
const sourceOfCamera = (meeting: Meeting, id = '') =>
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
