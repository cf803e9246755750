/** The decks of all meetings: documents come in, are drawn in the background, and go with their meeting. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import type { drawDocument } from '@atrium/pages/draw-document';
import * as z from 'zod/mini';
import type { Engine, Meeting } from '#server/model.ts';
import { deckFolder, isDiskFull, makeTemporaryFolder, ORIGINAL_FILE, shareFiles, takeFile } from '#server/slides/deck-files.ts';
import { cleanDeckName, newDeck } from '#server/slides/new-deck.ts';
import { type Deck, type DeckTrouble, SLIDES, type SlidesState, slidesTopic } from '#topics/slides/slides.topic.ts';

/** Documents that an engine draws at the same time, each of another meeting. */
const DRAWN_AT_ONCE = 2;

export type DrawDocument = typeof drawDocument;

export type DeckStore = {
  draw: DrawDocument;
  folder: string;
  /** The meeting of each deck, by deck id. */
  meetings: Map<string, Meeting>;
  /** Deck ids, in the order in which they came. */
  waiting: Set<string>;
  /** `done` never rejects. */
  drawing: Map<string, { control: AbortController; done: Promise<void> }>;
  /** What people are sending now. */
  uploads: Set<{ meeting: Meeting }>;
  /** Meetings of which a deck is being made into a PDF. */
  exporting: Set<Meeting>;
};

export const noDecks = (draw: DrawDocument): DeckStore => ({
  draw,
  folder: '',
  meetings: new Map(),
  waiting: new Set(),
  drawing: new Map(),
  uploads: new Set(),
  exporting: new Set(),
});

/** `current`: it is shown at once. `file` is taken away from where it lies. */
export type NewDeck = { name: string; file: string; downloadable: boolean; removable: boolean; current: boolean };
export type DeckRefusal = 'bad-request' | 'gone' | 'not-allowed' | 'too-many-decks' | 'disk-full';

export const slidesOf = ({ topics }: Meeting): SlidesState =>
  slidesTopic.state.parse(topics.get(slidesTopic.name)?.state() ?? slidesTopic.empty);
const deckIn = (meeting: Meeting, id: string): Deck | undefined => slidesOf(meeting).decks.find((one) => one.id === id);

// asked with each stroke: the sizes of all pages are not read through for this
const pageCounts = z.object({ decks: z.array(z.object({ id: z.string(), pages: z.int() })) });

/** `page`: `<deck>/<page>`. The first one may be drawn on before its file was opened. */
export function hasPage({ topics }: Meeting, page: string): boolean {
  const [id, number] = page.split('/');
  const { data } = z.safeParse(pageCounts, topics.get(slidesTopic.name)?.state());
  return data?.decks.some((one) => one.id === id && Number(number) <= Math.max(1, one.pages)) ?? false;
}

function addEvent(meeting: Meeting, event: z.infer<typeof slidesTopic.event>): void {
  meeting.topics.get(slidesTopic.name)?.add(event);
}

/** Why no more deck can come into this meeting; null: it can. */
export function deckRefusal(engine: Engine, meeting: Meeting): DeckRefusal | null {
  if (engine.meetings.get(meeting.plan.meetingId) !== meeting) return 'gone';
  if (meeting.topics.get(slidesTopic.name)?.offered !== true) return 'not-allowed';
  return slidesOf(meeting).decks.length >= SLIDES.decks ? 'too-many-decks' : null;
}

/** Puts a document into a meeting and begins to draw it. The file is gone afterwards, also when it is refused. */
export async function addDeck(
  engine: Engine,
  meeting: Meeting,
  { name: rawName, file, current, ...more }: NewDeck,
): Promise<{ deck: string } | { error: DeckRefusal }> {
  const name = cleanDeckName(rawName);
  const error = name === null ? 'bad-request' : deckRefusal(engine, meeting);
  if (name === null || error !== null) {
    await rm(file, { force: true });
    return { error: error ?? 'bad-request' };
  }
  const deck = newDeck({ name, kind: 'document', ...more });
  try {
    await takeFile(engine, deck.id, file);
  } catch (failure) {
    await rm(file, { force: true });
    if (isDiskFull(failure)) return { error: 'disk-full' };
    throw failure;
  }
  // the meeting may have ended, or have got others, meanwhile
  const tooLate = deckRefusal(engine, meeting);
  if (tooLate !== null) {
    await rm(deckFolder(engine, deck.id), { recursive: true, force: true });
    return { error: tooLate };
  }
  engine.decks.meetings.set(deck.id, meeting);
  addEvent(meeting, { is: 'added', deck });
  if (current && slidesOf(meeting).shown?.deck !== deck.id) addEvent(meeting, { is: 'shown', deck: deck.id, page: 1 });
  engine.decks.waiting.add(deck.id);
  drawNext(engine);
  return { deck: deck.id };
}

/** Says in the meeting that a document did not come, such as one that could not be fetched. */
export function addFailedDeck(engine: Engine, meeting: Meeting, failed: { name: string; trouble: DeckTrouble }): void {
  const name = cleanDeckName(failed.name);
  if (name === null || deckRefusal(engine, meeting) !== null) return;
  const deck = newDeck({ name, kind: 'document', removable: true, downloadable: false });
  addEvent(meeting, { is: 'added', deck: { ...deck, trouble: failed.trouble } });
}

/** Shows in a group what its main room shows. Ids of decks are secrets of a meeting, so it gets one of its own. */
export async function copyShownDeck(engine: Engine, from: Meeting, to: Meeting): Promise<void> {
  const { shown } = slidesOf(from);
  const source = shown === null ? undefined : deckIn(from, shown.deck);
  if (shown === null || source === undefined || source.trouble !== null || deckRefusal(engine, to) !== null) return;
  const { name, kind, downloadable } = source;
  const { pages, sizes } = source;
  const deck = { ...newDeck({ name, kind, downloadable, removable: true }), pages, sizes };
  const { id } = deck;
  const isDocument = kind === 'document';
  try {
    if (isDocument) await shareFiles(engine, source.id, id);
  } catch (error) {
    await rm(deckFolder(engine, id), { recursive: true, force: true });
    throw error;
  }
  if (deckRefusal(engine, to) !== null) return rm(deckFolder(engine, id), { recursive: true, force: true });
  if (isDocument) engine.decks.meetings.set(id, to);
  addEvent(to, { is: 'added', deck });
  addEvent(to, { is: 'shown', deck: id, page: shown.page });
  if (!isDocument || (pages > 0 && sizes.length >= pages)) return;
  engine.decks.waiting.add(id);
  drawNext(engine);
}

function drawNext(engine: Engine): void {
  const { waiting, drawing, meetings } = engine.decks;
  for (const id of waiting) {
    const meeting = meetings.get(id);
    const isBusy = [...drawing.keys()].some((other) => meetings.get(other) === meeting);
    if (drawing.size >= DRAWN_AT_ONCE) return;
    if (meeting === undefined || isBusy) continue;
    waiting.delete(id);
    const control = new AbortController();
    const done = drawDeck(engine, { meeting, id, signal: control.signal }).finally(() => {
      drawing.delete(id);
      drawNext(engine);
    });
    drawing.set(id, { control, done });
  }
}

type DeckAtWork = { meeting: Meeting; id: string; signal: AbortSignal };

async function drawDeck(engine: Engine, work: DeckAtWork): Promise<void> {
  const { meeting, id, signal } = work;
  const trouble = await troubleOf(engine, work).catch((error: unknown): DeckTrouble => {
    const words = error instanceof Error ? error.message : 'unknown';
    if (!signal.aborted) engine.log('error', 'a document could not be drawn', { meeting: meeting.internalId, error: words });
    return isDiskFull(error) ? 'disk-full' : 'unreadable';
  });
  const isEmpty = deckIn(meeting, id)?.pages === 0;
  if (!signal.aborted && (trouble !== null || isEmpty))
    addEvent(meeting, { is: 'failed', deck: id, trouble: trouble ?? 'unreadable' });
}

async function troubleOf(engine: Engine, { meeting, id, signal }: DeckAtWork): Promise<DeckTrouble | null> {
  const folder = deckFolder(engine, id);
  let seen = 0;
  return engine.decks.draw({
    ...{ file: `${folder}/${ORIGINAL_FILE}`, folder, signal },
    name: deckIn(meeting, id)?.name ?? '',
    mostPages: SLIDES.pages,
    turn: meeting.internalId,
    office: engine.settings.office,
    onPages({ total, drawn }) {
      const deck = deckIn(meeting, id);
      if (signal.aborted || deck === undefined) return;
      // a deck that a killed engine began is drawn again from its first page on
      const fresh = drawn.slice(Math.max(0, deck.sizes.length - seen));
      seen += drawn.length;
      if (fresh.length === 0 && total === deck.pages) return;
      const sizes = fresh.map((page): [number, number] | null => page && [page.width, page.height]);
      addEvent(meeting, { is: 'drawn', deck: id, pages: total, sizes });
    },
  });
}

/** Removes a deck's files, once nobody writes or reads them any more. */
export function dropDeck(engine: Engine, id: string, lastUses: readonly Promise<unknown>[] = []): void {
  const { meetings, waiting, drawing } = engine.decks;
  const work = drawing.get(id);
  meetings.delete(id);
  waiting.delete(id);
  work?.control.abort();
  const removed = Promise.allSettled([work?.done, ...lastUses])
    .then(() => rm(deckFolder(engine, id), { recursive: true, force: true }))
    .catch((error: unknown) =>
      engine.log('error', 'files of slides could not be removed', { error: error instanceof Error ? error.message : 'unknown' }),
    )
    .finally(() => engine.finishing.delete(removed));
  engine.finishing.add(removed);
}

/** The meeting is over: from now on nobody gets its pages; they are removed when its recording has its copies. */
export function dropDecksOf(engine: Engine, meeting: Meeting): void {
  const copies = [...(meeting.recorder?.pages.values() ?? [])];
  for (const [id, owner] of engine.decks.meetings) if (owner === meeting) dropDeck(engine, id, copies);
}

/** `folder`: where a killed engine left the files of meetings that were restored; null: nothing outlives this engine. */
export async function openDecks(engine: Engine, folder: string | null): Promise<void> {
  const { decks } = engine;
  decks.folder = folder ?? (await makeTemporaryFolder());
  await mkdir(decks.folder, { recursive: true, mode: 0o700 });
  for (const meeting of engine.meetings.values()) {
    for (const { id, kind, pages, sizes, trouble } of slidesOf(meeting).decks) {
      if (kind === 'blank') continue;
      decks.meetings.set(id, meeting);
      if (trouble === null && (pages === 0 || sizes.length < pages)) decks.waiting.add(id);
    }
  }
  for (const name of await readdir(decks.folder))
    if (!decks.meetings.has(name)) await rm(`${decks.folder}/${name}`, { recursive: true, force: true });
  drawNext(engine);
}

/** The engine ends; what the folder has is for the next one, unless it is this engine's own. */
export async function closeDecks({ decks }: Engine, kept: 'kept' | 'removed'): Promise<void> {
  for (const { control } of decks.drawing.values()) control.abort();
  decks.waiting.clear();
  if (kept === 'removed') await rm(decks.folder, { recursive: true, force: true });
}
