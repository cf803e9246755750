import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { ErrorCode } from '#protocol/messages.ts';
import { dropDeck } from '#server/slides/decks.ts';
import { cleanDeckName, newDeck } from '#server/slides/new-deck.ts';
import { recordShownPage } from '#server/slides/record-page.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announce } from '#server/webhooks.ts';
import { boardTopic } from '#topics/board/board.topic.ts';
import { type Deck, pointerHint, SLIDES, type SlidesState, slidesTopic } from '#topics/slides/slides.topic.ts';

type SlidesCommand = z.infer<typeof slidesTopic.command>;
type SlidesEvent = z.infer<typeof slidesTopic.event>;
type SlidesPlug = TopicPlug<SlidesCommand, SlidesEvent, SlidesState>;
type SlidesDecision = SlidesEvent[] | ErrorCode;

/** Of a white page, as wide as most screens are. */
const BLANK: [number, number] = [1_920, 1_080];

function addBlank({ decks, shown }: SlidesState, rawName: string): SlidesDecision {
  const name = cleanDeckName(rawName);
  if (name === null) return 'bad-message';
  if (decks.length >= SLIDES.decks) return 'too-many-decks';
  const deck = { ...newDeck({ name, kind: 'blank', removable: true, downloadable: false }), pages: 1, sizes: [BLANK] };
  // the first deck of all is shown by being added
  return [{ is: 'added', deck }, ...(shown === null ? [] : [{ is: 'shown' as const, deck: deck.id, page: 1 }])];
}

/** A page may be shown before it is drawn, and the first one before its file was opened. */
function show({ shown }: SlidesState, { id, pages }: Deck, page: number): SlidesDecision {
  if (page > Math.max(1, pages)) return 'unknown-page';
  return shown?.deck === id && shown.page === page ? [] : [{ is: 'shown', deck: id, page }];
}

function decideForDeck(
  state: SlidesState,
  deck: Deck | undefined,
  command: Exclude<SlidesCommand, { do: 'view' | 'add-blank' }>,
): SlidesDecision {
  // somebody else has removed it meanwhile
  if (deck === undefined) return command.do === 'remove' ? [] : 'unknown-page';
  const { id } = deck;
  switch (command.do) {
    case 'show':
      return show(state, deck, command.page);
    case 'remove':
      return deck.removable ? [{ is: 'removed', deck: id }] : 'not-allowed';
    case 'allow-download':
      if (deck.kind === 'blank') return 'not-allowed';
      return deck.downloadable === command.to ? [] : [{ is: 'download-allowed', deck: id, to: command.to }];
    case 'add-page':
      if (deck.kind !== 'blank' || deck.pages >= SLIDES.pages) return 'not-allowed';
      return [{ is: 'drawn', deck: id, pages: deck.pages + 1, sizes: [BLANK] }];
  }
}

export const slidesPlug: SlidesPlug = {
  topic: slidesTopic,
  feature: 'presentation',
  needs: () => 'present',
  hint: { schema: pointerHint, perSecond: 30, needs: 'present', recorded: true },
  decide({ state, command }) {
    if (command.do === 'add-blank') return addBlank(state, command.name);
    if (command.do === 'view')
      return state.shown === null || isDeepStrictEqual(state.view, command.view) ? [] : [{ is: 'viewed', view: command.view }];
    return decideForDeck(
      state,
      state.decks.find(({ id }) => id === command.deck),
      command,
    );
  },
  happened({ engine, meeting, before, state }, { event }) {
    if (event.is === 'removed') {
      dropDeck(engine, event.deck, [...(meeting.recorder?.pages.values() ?? [])]);
      meeting.topics.get(boardTopic.name)?.add({ is: 'dropped', deck: event.deck });
    }
    if (event.is !== 'viewed') recordShownPage(engine, meeting);
    if (state.shown !== null && state.shown.deck !== before.shown?.deck)
      announce(engine, meeting, { id: 'meeting-presentation-changed', meeting: { 'presentation-id': state.shown.deck } });
  },
  /** What is shown belongs to the lesson; who shows it is named where they agreed. */
  about: () => [],
  recorded: (state) => state,
};
