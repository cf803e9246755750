import type { Deck, SlidesState } from '@atrium/engine/topics/slides/slides.topic.ts';
import { EngineSessionProvider } from '@atrium/engine/ui/engine-session.ts';
import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { Meeting } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { topicState } from '@atrium/engine/ui/state.factory.ts';
import { roomOf } from '@atrium/engine/ui/synthetic-room.factory.ts';
import { TopicTextProvider } from '@atrium/engine/ui/topics/topic-words.ts';
import { createUploads } from '@atrium/engine/ui/uploads.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, type Look, looks, mount } from '#app/proof/testing-components.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

const deckId = 'A'.repeat(22);
const session = { base: '/engine', uploads: createUploads({ base: '/engine', sessionToken: 'token' }) };

function Inside({ meeting }: { meeting: Meeting }) {
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
    id: deckId,
    name: 'Parabolas.pdf',
    kind: 'document',
    pages,
    sizes,
    trouble: null,
    removable: true,
    downloadable: false,
    ...change,
  };
}
const shownAt = (number: number, decks: Deck[] = [deckOf(24)]): SlidesState => ({
  decks,
  shown: { deck: decks[0]?.id ?? '', page: number },
  view: { zoom: 1, x: 0.5, y: 0.5 },
});

type Size = readonly [width: number, height: number];
type Opening = { role?: 'presenter' | 'viewer'; slides?: SlidesState; size?: Size; look?: Look; people?: number };
async function open({ role = 'presenter', slides = shownAt(7), size = [1280, 800], look, people = 6 }: Opening = {}) {
  const state = roomOf(people);
  const presenter = role === 'presenter' ? 'me' : 'p1';
  const rights = state.rights.filter((right) => role === 'presenter' || right !== 'choose-presenter');
  const command = vi.fn<Meeting['command']>(() => Promise.resolve('ok'));
  const hint = vi.fn<Meeting['hint']>();
  const heard: { listener: Parameters<Meeting['onHint']>[1] | null } = { listener: null };
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

const region = () => page.getByRole('region', { name: /Slide \d+ of \d+/ });
const well = () => document.querySelector('section[tabindex]')?.getBoundingClientRect() ?? new DOMRect();
const paper = () => document.querySelector('section[tabindex] > div')?.getBoundingClientRect() ?? new DOMRect();
const sent = (command: Meeting['command']) => vi.mocked(command).mock.calls.map(([, wish]) => wish);
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
    await expectNoViolations();
  },
);
