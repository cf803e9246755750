import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { ErrorCode } from '#protocol/messages.ts';
import type { Meeting, MeetingSeat } from '#server/model.ts';
import { updateRights } from '#server/rights.ts';
import { hasPage } from '#server/slides/decks.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import { BOARD, type BoardElement, boardHint, type DrawnElement, type BoardDrawers } from '#topics/board/board-elements.ts';
import { boardPieces } from '#topics/board/server/board-pieces.ts';
import { charactersIn, cleanElement } from '#topics/board/server/board-input.ts';

type BoardCommand = z.infer<typeof boardTopic.command>;
type CommandTo<Name extends BoardCommand['do']> = Extract<BoardCommand, { do: Name }>;
type BoardEvent = z.infer<typeof boardTopic.event>;
type BoardPlug = TopicPlug<BoardCommand, BoardEvent, BoardState>;
type BoardDecision = { seat: MeetingSeat; state: BoardState; now: number };
type BoardVerdict = BoardEvent[] | ErrorCode;

/** Cleared drawings can be brought back for so long. Milliseconds. */
const RESTORABLE_MS = 60_000;
const HINTS_PER_SECOND = 20;

const leads = ({ rights, pass }: MeetingSeat): boolean => rights.has('present') || pass.role === 'moderator';
const elementsOn = ({ pages }: BoardState, page: string): BoardElement[] => pages[page] ?? [];

/** Member ids of a person: who left and came back by another link has a new one. */
function memberIdsOf({ pass: { externalId }, meeting }: MeetingSeat): Set<string> {
  const own = [...meeting.passes.values()].filter((pass) => pass.externalId === externalId);
  return new Set(own.map(({ userId }) => userId));
}

function mayChange(seat: MeetingSeat, elements: readonly BoardElement[]): boolean {
  if (leads(seat) || elements.every(({ by }) => by === seat.id)) return true;
  const own = memberIdsOf(seat);
  return elements.every(({ by }) => own.has(by));
}

function isTooMuch(state: BoardState, page: string, { before, put }: { before: BoardElement[]; put: BoardElement[] }): boolean {
  const added = put.length - before.length;
  const pages = Object.values(state.pages);
  const elements = pages.reduce((sum, list) => sum + list.length, added);
  if (added > 0 && (elementsOn(state, page).length + added > BOARD.pageElements || elements > BOARD.elements)) return true;
  const more = charactersIn(put) - charactersIn(before);
  return more > 0 && pages.reduce((sum, list) => sum + charactersIn(list), more) > BOARD.characters;
}

function put({ seat, state }: BoardDecision, { page, elements }: CommandTo<'put'>): BoardVerdict {
  if (!hasPage(seat.meeting, page)) return 'unknown-page';
  const drawn = new Map(elements.map((one): [string, DrawnElement] => [one.id, cleanElement(one)]));
  const before = elementsOn(state, page).filter(({ id }) => drawn.has(id));
  if (!mayChange(seat, before)) return 'not-allowed';
  const authors = new Map([...state.removed, ...before].map(({ id, by, name }) => [id, { by, name }]));
  const own = { by: seat.id, name: seat.pass.name };
  const signed = [...drawn.values()].map((one): BoardElement => ({ ...one, ...(authors.get(one.id) ?? own) }));
  if (isTooMuch(state, page, { before, put: signed })) return 'too-many';
  // one event for each author, so that a recording can leave out those who did not agree
  return [...Map.groupBy(signed, ({ by }) => by).values()].map((list) => ({ is: 'put', page, elements: list }));
}

function remove({ seat, state }: BoardDecision, { page, ids: sent }: CommandTo<'remove'>): BoardVerdict {
  const wanted = new Set(sent);
  const elements = elementsOn(state, page).filter(({ id }) => wanted.has(id));
  if (!mayChange(seat, elements)) return 'not-allowed';
  return elements.length === 0 ? [] : [{ is: 'removed', page, ids: elements.map(({ id }) => id) }];
}

function clear({ seat, state }: BoardDecision, { page, whose }: CommandTo<'clear'>): BoardVerdict {
  if (whose === 'all' && !leads(seat)) return 'not-allowed';
  const isConcerned = ({ by }: BoardElement): boolean => whose === 'all' || by === seat.id;
  if (!elementsOn(state, page).some(isConcerned)) return [];
  return [{ is: 'cleared', page, whose: whose === 'all' ? null : seat.id }];
}

function restore({ seat, state, now }: BoardDecision, { page }: CommandTo<'restore'>): BoardVerdict {
  const { cleared } = state;
  if (cleared?.page !== page || cleared.by !== seat.id || now - cleared.at > RESTORABLE_MS) return 'over';
  return isTooMuch(state, page, { before: [], put: cleared.elements }) ? 'too-many' : [{ is: 'restored', page }];
}

function allow({ seat, state }: BoardDecision, { drawers: { who, chosen: sent } }: CommandTo<'allow'>): BoardVerdict {
  const known = new Set([...seat.meeting.passes.values()].map(({ userId }) => userId));
  const drawers: BoardDrawers = { who, chosen: [...new Set(sent)] };
  if (!drawers.chosen.every((member) => known.has(member))) return 'unknown-member';
  return isDeepStrictEqual(drawers, state.drawers) ? [] : [{ is: 'allowed', drawers }];
}

function decide(decision: BoardDecision & { command: BoardCommand }): BoardVerdict {
  const { command } = decision;
  switch (command.do) {
    case 'put':
      return put(decision, command);
    case 'remove':
      return remove(decision, command);
    case 'clear':
      return clear(decision, command);
    case 'restore':
      return restore(decision, command);
    case 'allow':
      return allow(decision, command);
  }
}

/** A moderator may clear a page without drawing. */
const rightFor = (command: BoardCommand): 'present' | 'draw' | null =>
  command.do === 'allow'
    ? 'present'
    : (command.do === 'clear' && command.whose === 'all') || command.do === 'restore'
      ? null
      : 'draw';

const everyoneDraws = ({ plan }: Meeting): BoardEvent[] =>
  plan.everyoneDraws ? [{ is: 'allowed', drawers: { who: 'everyone', chosen: [] } }] : [];

export const boardPlug: BoardPlug = {
  topic: boardTopic,
  feature: 'presentation',
  needs: ({ command }) => rightFor(command),
  hint: { schema: boardHint, perSecond: HINTS_PER_SECOND, needs: 'draw' },
  decide,
  opened: everyoneDraws,
  /** The choice stands for people who come back by another link; those who left stay chosen. */
  joined({ drawers: { who, chosen } }, seat) {
    if (who !== 'chosen' || chosen.includes(seat.id)) return [];
    const own = memberIdsOf(seat);
    if (!chosen.some((member) => own.has(member))) return [];
    return [{ is: 'allowed', drawers: { who, chosen: [...chosen, seat.id].slice(-BOARD.chosen) } }];
  },
  pieces: boardPieces,
  happened({ engine, meeting }, { event, by }) {
    if (event.is === 'allowed') updateRights(engine, meeting, by);
  },
  /** A drawing is of who drew it first, also where others change or remove it. */
  about: ({ event }) => {
    if (event.is === 'put') return [...new Set(event.elements.map(({ by }) => by))];
    if (event.is === 'allowed') return event.drawers.chosen;
    return event.is === 'cleared' && event.whose !== null ? [event.whose] : [];
  },
  recorded({ pages, cleared }, agreed) {
    const authors = new Set([...Object.values(pages).flat(), ...(cleared?.elements ?? [])].map(({ by }) => by));
    const shown = new Set([...authors].filter(agreed));
    const ofAgreed = (elements: readonly BoardElement[]): BoardElement[] => elements.filter(({ by }) => shown.has(by));
    return {
      ...boardTopic.empty,
      pages: Object.fromEntries(Object.entries(pages).map(([page, elements]) => [page, ofAgreed(elements)])),
      cleared: cleared && { ...cleared, by: null, elements: ofAgreed(cleared.elements) },
    };
  },
};
