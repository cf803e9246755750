import './engine-room.module.css';
import { aylin, boardPage, boardRoom, drawn, plain } from '@atrium/engine/topics/board/ui/board-room.factory.ts';
import type { BoardElement } from '@atrium/engine/topics/board/board-elements.ts';
import { EngineSessionProvider, engineSession } from '@atrium/engine/ui/engine-session.ts';
import type { MeetingControls } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { TopicTextProvider } from '@atrium/engine/ui/topics/topic-words.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, type ComponentLook, looks, mount } from '#app/proof/testing-components.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

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

type Size = readonly [width: number, height: number];
type Opening = Partial<Parameters<typeof boardRoom>[0]> & { size?: Size; look?: ComponentLook };
async function open({ role = 'presenter', elements = drawn, drawers, size = [1280, 800], look }: Opening = {}) {
  const hint = vi.fn<MeetingControls['hint']>();
  const command = vi.fn<MeetingControls['command']>(() => Promise.resolve('ok'));
  const room = boardRoom({ role, elements, ...(drawers && { drawers }) }, { hint, command });
  await mount(<Inside meeting={room.meeting} />, { look: look ?? { locale: 'en-US', scheme: 'light', width: 1280 } });
  await page.viewport(...size);
  await vi.waitFor(() => expect(document.querySelectorAll('[data-element]').length).toBe(elements.length));
  return { ...room, command, hint };
}

const paper = () => document.querySelector('section[tabindex] > div')?.getBoundingClientRect() ?? new DOMRect();
const well = () => document.querySelector<HTMLElement>('section[tabindex]');
const button = (name: string | RegExp) => page.getByRole('button', { name });
/** The tools of a selection take room from the page, which moves for a few frames. */
const paperSettled = () =>
  vi.waitFor(async () => {
    const { left, top, width } = paper();
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    expect(paper()).toMatchObject({ left, top, width });
  });
const startDrawing = async () => {
  await button(/^(Draw|رسم)$/).click();
  await vi.waitFor(() => expect(document.querySelector('[role=toolbar]')).not.toBeNull());
};
const sent = (command: MeetingControls['command']) => vi.mocked(command).mock.calls.map(([, wish]) => wish);
type Spot = readonly [x: number, y: number];
function pointer(kind: string, [x, y]: Spot, change: PointerEventInit = {}): void {
  const { left, top, width } = paper();
  const scale = width / 1600;
  const at = { clientX: left + x * scale, clientY: top + y * scale, pointerId: 1, isPrimary: true };
  well()?.dispatchEvent(new PointerEvent(kind, { ...at, bubbles: true, cancelable: true, ...change }));
}
const down = (at: Spot, change?: PointerEventInit) => pointer('pointerdown', at, change);
const move = (at: Spot, change?: PointerEventInit) => pointer('pointermove', at, change);
const up = (at: Spot, change?: PointerEventInit) => pointer('pointerup', at, change);
function drag(from: Spot, to: Spot, change: PointerEventInit = {}): void {
  down(from, change);
  for (let i = 1; i <= 8; i++) move([from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8], change);
  up(to, change);
}

const sizes: readonly Size[] = [
  [1280, 800],
  [360, 740],
  [740, 360],
];
test.each(looks.flatMap((look) => sizes.map((size) => ({ ...look, size }))))(
  'tools stand beside the page and never on it: $locale $scheme $size',
  async ({ size, ...look }) => {
    await open({ look, size });
    await startDrawing();
    const tools = document.querySelector('[role=toolbar]')?.getBoundingClientRect() ?? new DOMRect();
    const { left, right, top, bottom } = paper();
    const apart = tools.right <= left + 1 || tools.left >= right - 1 || tools.top >= bottom - 1 || tools.bottom <= top + 1;
    expect(apart).toBe(true);
    expect(tools.left >= 0 && tools.right <= size[0] && tools.bottom <= size[1]).toBe(true);
    await expectNoViolations();
  },
);

test('others see a stroke while it is drawn; it is saved at its end, and disappears when the engine refuses it', async () => {
  const { command, hint } = await open({ elements: drawn });
  await startDrawing();
  const answered = Promise.withResolvers<'not-allowed'>();
  command.mockImplementation(() => answered.promise);
  down([300, 300]);
  for (let x = 300; x <= 700; x += 20) move([x, 320]);
  await vi.waitFor(() =>
    expect(hint.mock.calls.at(-1)?.[1]).toMatchObject({ page: boardPage, stroke: { kind: 'pen', color: 'blue' } }),
  );
  up([700, 320]);
  expect(sent(command)).toMatchObject([{ do: 'put', page: boardPage, elements: [{ kind: 'pen', color: 'blue', h: 20 }] }]);
  await vi.waitFor(() => expect(document.querySelectorAll('[data-element]').length).toBe(drawn.length + 1));
  answered.resolve('not-allowed');
  await vi.waitFor(() => expect(document.querySelectorAll('[data-element]').length).toBe(drawn.length));
});

test('two fingers enlarge the page and draw nothing, and once a pen was used, one finger moves it', async () => {
  const { command } = await open();
  await startDrawing();
  const finger = (pointerId: number) => ({ pointerId, pointerType: 'touch' });
  const whole = paper();
  down([700, 400], finger(1));
  move([690, 400], finger(1));
  down([900, 400], finger(2));
  for (let i = 1; i <= 10; i++) move([900 + i * 30, 400], finger(2));
  await vi.waitFor(() => expect(sent(command).at(-1)).toMatchObject({ do: 'view' }));
  const enlarged = paper();
  for (let i = 1; i <= 10; i++)
    for (const [id, x] of [[1, 690] as const, [2, 1200] as const]) {
      const clientX = whole.left + ((x - i * 10) * whole.width) / 1600;
      well()?.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: whole.top + 200, bubbles: true, ...finger(id) }));
    }
  await vi.waitFor(() => expect(paper().left).toBeLessThan(enlarged.left - 20));
  up([1200, 400], finger(2));
  up([690, 400], finger(1));
  expect(sent(command).filter((one) => 'do' in one && one.do === 'put')).toEqual([]);
  drag([500, 300], [600, 300], { pointerType: 'pen', pointerId: 3 });
  expect(sent(command).at(-1)).toMatchObject({ do: 'put' });
  const before = paper().left;
  drag([500, 300], [450, 300], finger(4));
  await vi.waitFor(() => expect(paper().left).toBeLessThan(before));
  expect(sent(command).filter((one) => 'do' in one && one.do === 'put')).toHaveLength(1);
});

test('what is selected is moved, resized, coloured and deleted; others can change only their own', async () => {
  const { command } = await open({ role: 'drawer' });
  await startDrawing();
  await button('Select').click();
  // a note of somebody else
  drag([950, 200], [1000, 260]);
  expect(sent(command)).toEqual([]);
  drag([1070, 560], [1170, 600]);
  expect(sent(command).at(-1)).toMatchObject({ do: 'put', elements: [{ id: 'ellipse-1', x: 1080, y: 600 }] });
  await vi.waitFor(() => expect(document.querySelector('[data-selection="1"]')).not.toBeNull());
  await paperSettled();
  drag([1160, 700], [1260, 760]);
  expect(sent(command).at(-1)).toMatchObject({ elements: [{ id: 'ellipse-1', x: 980, w: 280, h: 200 }] });
  await button(/^Color/).click();
  await page.getByRole('menuitemradio', { name: 'Green' }).click();
  expect(sent(command).at(-1)).toMatchObject({ elements: [{ id: 'ellipse-1', color: 'green' }] });
  await userEvent.keyboard('{Delete}');
  expect(sent(command).at(-1)).toEqual({ do: 'remove', page: boardPage, ids: ['ellipse-1'] });
});

test('a note is written in its place and changed in it; an empty one is none', async () => {
  const { command } = await open();
  await startDrawing();
  await button('Note').click();
  drag([400, 300], [400, 300]);
  await userEvent.keyboard('{Escape}');
  expect(sent(command)).toEqual([]);
  await userEvent.keyboard('6');
  drag([400, 300], [400, 300]);
  await page.getByLabelText('Write your note').fill('Left of zero');
  await userEvent.keyboard('{Escape}');
  expect(sent(command)).toMatchObject([{ elements: [{ kind: 'note', text: 'Left of zero', color: 'black' }] }]);
  // it went back to Select after one use
  await expect.element(button('Select')).toHaveAttribute('aria-pressed', 'true');
});

test('the keyboard walks through elements in the order of reading, each with its name, and digits wait for a poll', async () => {
  const { hear } = await open({ role: 'drawer' });
  await startDrawing();
  document.querySelector<SVGElement>('[data-element][tabindex="0"]')?.focus();
  const names: (string | null)[] = [];
  for (let i = 0; i < drawn.length; i++) {
    await vi.waitFor(() => expect(names.at(-1)).not.toBe(document.activeElement?.getAttribute('aria-label')));
    names.push(document.activeElement?.getAttribute('aria-label') ?? null);
    await userEvent.keyboard('{ArrowDown}');
  }
  expect(names).toEqual([
    'Red stroke by Aylin',
    'Note by Aylin: Minus in the bracket: it moves to the right!',
    'Amber highlight by Aylin',
    'Red ellipse by Me',
    'Text by Me: vertex',
  ]);
  const poll = {
    id: 'p'.repeat(16),
    kind: 'own',
    question: 'Where?',
    options: ['Here', 'There'],
    several: false,
    anonymous: false,
  };
  const open_ = { live: false, right: null, startedAt: 1, endsAt: null, endedAt: null, voted: 0, invited: 5 };
  const unseen = { counts: null, typed: null, votes: null, mine: null, published: null };
  hear('polls', { polls: [{ ...poll, ...open_, ...unseen }], prepared: [] });
  await userEvent.keyboard('7');
  await expect.element(button('Pen')).toHaveAttribute('aria-pressed', 'true');
});

test('strokes and cursors of others are seen by who only looks, and news of them are read out', async () => {
  const { tell, put, hint } = await open({ role: 'viewer' });
  const stroke = { id: 'newstroke', kind: 'pen', x: 300, y: 300, color: 'blue', width: 'thick', from: 0, points: '0 0 900 900' };
  tell('p2', { page: boardPage, cursor: { x: 400, y: 400 }, stroke, draft: null, moved: null });
  tell('p2', {
    page: boardPage,
    cursor: { x: 500, y: 400 },
    stroke: { ...stroke, from: 2, points: '1800 0' },
    draft: null,
    moved: null,
  });
  await vi.waitFor(() => expect(document.querySelector('[data-live-drawing] path')).not.toBeNull());
  await expect.element(page.getByText('Aylin', { exact: true })).toBeVisible();
  put([...drawn, { ...plain, ...aylin, id: 'newstroke', kind: 'pen', points: '0 0 900 900 900 -900' }]);
  await vi.waitFor(() => expect(document.querySelector('[data-live-drawing] path')).toBeNull());
  await vi.waitFor(() => expect(document.body.textContent).toContain('Aylin added: stroke'), { timeout: 4000 });
  await vi.waitFor(() => expect(document.querySelector('[data-cursor]')).toBeNull(), { timeout: 5000 });
  expect(button(/^Draw$/).elements()).toEqual([]);
  expect(hint).not.toHaveBeenCalled();
});

test('the presenter chooses who can draw, and more than one person at a time', async () => {
  const { command } = await open({ drawers: { who: 'chosen', chosen: ['p2'] } });
  await button('2 people can draw').click();
  await expectNoViolations();
  await page.getByRole('menuitemcheckbox', { name: /Aylin/ }).click();
  await page.getByRole('menuitemradio', { name: 'Everyone' }).click();
  expect(sent(command)).toEqual([
    { do: 'allow', drawers: { who: 'chosen', chosen: [] } },
    { do: 'allow', drawers: { who: 'everyone', chosen: ['p2'] } },
  ]);
  await page.getByRole('menuitem', { name: 'Add people' }).click();
  await page.getByLabelText('Search people').fill('kenji');
  await page.getByRole('checkbox', { name: /Kenji/ }).click();
  expect(sent(command).at(-1)).toEqual({ do: 'allow', drawers: { who: 'chosen', chosen: ['p2', 'p3'] } });
});

test('5 000 elements stay fluid: a stroke among them is shown within a few frames, and draws none of them again', async () => {
  const many = Array.from(
    { length: 4_999 },
    (_, i): BoardElement => ({
      ...plain,
      ...aylin,
      ...{ id: `many-${i}`, kind: 'pen', x: (i * 17) % 1500, y: (i * 29) % 850, points: '0 0 200 100 200 -300', w: 40, h: 30 },
    }),
  );
  const { tell } = await open({ elements: many });
  await startDrawing();
  const changes: MutationRecord[] = [];
  const seen = new MutationObserver((records) => changes.push(...records));
  seen.observe(document.querySelector('[data-drawings]') ?? document, { childList: true, subtree: true, attributes: true });
  const begun = performance.now();
  down([300, 300]);
  for (let i = 0; i < 60; i++) {
    move([300 + i * 10, 300 + (i % 7)]);
    tell('p3', { page: boardPage, cursor: { x: i, y: i }, stroke: null, draft: null, moved: null });
    await new Promise(requestAnimationFrame);
  }
  expect((performance.now() - begun) / 60).toBeLessThan(50);
  expect(changes).toEqual([]);
  up([900, 300]);
  await vi.waitFor(() => expect(changes.length).toBeGreaterThan(0));
});
