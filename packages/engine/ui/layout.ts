import type { Member } from '#protocol/messages.ts';
import type { StageLayout } from '#protocol/page-wishes.ts';
import { hands, presentMembers, sourceOf, type MeetingState } from '#ui/state.ts';

/** What one tile shows: a person (camera or initials) or a shared screen. `source` is null without a picture. */
export type TileModel = { key: string; kind: 'person' | 'screen'; member: Member; source: string | null; own: 'own' | 'other' };
/** A few large tiles with a strip beside them. `more`: people who have no tile. */
export type SpeakerView = { stage: TileModel[]; strip: TileModel[]; more: number };
/** Keys of tiles, page by page. */
export type GridPages = string[][];

function personTile(state: MeetingState, member: Member): TileModel {
  const own = member.id === state.you;
  const cam = sourceOf(member, 'cam');
  return { key: member.id, kind: 'person', member, source: cam && !cam.muted ? cam.id : null, own: own ? 'own' : 'other' };
}

/** The shared screen of somebody else; the own one is announced, not shown (a mirror of mirrors). */
export function sharedScreens(state: MeetingState): TileModel[] {
  return presentMembers(state).flatMap((member) => {
    const screen = member.id === state.you ? undefined : sourceOf(member, 'screen');
    return screen
      ? [{ key: `screen-${screen.id}`, kind: 'screen' as const, member, source: screen.id, own: 'other' as const }]
      : [];
  });
}

/** Whom a host put on everybody's stage; oneself is not shown to oneself there. */
const inSpotlight = (state: MeetingState): string[] =>
  state.topics.spotlight.flatMap(({ member }) => (member === state.you ? [] : member));

const presentsSlides = (state: MeetingState, { id }: Member): boolean =>
  shownDeck(state) !== null && state.topics.presenter.presenter === id;

/** The others: who shares a screen or presents slides, own pins, the spotlight, raised hands in line, then who was heard last. */
function othersInOrder(state: MeetingState): Member[] {
  const others = presentMembers(state).filter((m) => m.id !== state.you);
  const line = hands(state).map((m) => m.id);
  const front = [...state.pins, ...inSpotlight(state)];
  const rank = (m: Member) => {
    if (sourceOf(m, 'screen') || presentsSlides(state, m)) return 0;
    const place = front.indexOf(m.id);
    if (place >= 0) return 1 + place;
    const hand = line.indexOf(m.id);
    return hand >= 0 ? 10 + hand : Number.POSITIVE_INFINITY;
  };
  const interest = (m: Member) => (state.heard[m.id] ?? 0) * 4 + (m.role === 'moderator' ? 2 : 0) + (sourceOf(m, 'cam') ? 1 : 0);
  const compare = (a: Member, b: Member) =>
    (rank(a) === rank(b) ? 0 : rank(a) - rank(b)) || interest(b) - interest(a) || a.joinedAt - b.joinedAt;
  return others.sort(compare);
}

/** The deck that is shown to everybody; a shared screen comes before it. */
export function shownDeck(state: MeetingState): string | null {
  return sharedScreens(state).length > 0 ? null : (state.topics.slides.shown?.deck ?? null);
}

/** What the meeting put on this person's stage: a shared screen, slides, or faces unless own pins take their place. */
export function stageKey(state: MeetingState): string | null {
  const faces = state.pins.length > 0 ? [] : inSpotlight(state);
  const deck = shownDeck(state);
  if (deck !== null) return `slides-${deck}`;
  return sharedScreens(state)[0]?.key ?? (faces.length > 0 ? `spotlight-${faces.join()}` : null);
}

/** That fills the stage unless this person chose to see everybody; alone there is nobody to put on it. */
export function viewOf(
  state: MeetingState,
  { layout, everybody }: { layout: StageLayout; everybody: string | null },
): StageLayout {
  const stage = stageKey(state);
  if (stage !== null) return everybody === stage ? 'grid' : 'speaker';
  return presentMembers(state).length === 1 ? 'grid' : layout;
}

/**
 * The shared screen, the pinned people, the spotlight or who was heard last; no face is large beside slides. The strip keeps its order,
 * so that faces do not jump.
 */
export function speakerView(state: MeetingState, places: number): SpeakerView {
  const slides = shownDeck(state) !== null;
  const people = othersInOrder(state);
  const screens = sharedScreens(state).slice(0, 1);
  const chosen = state.pins.length > 0 ? state.pins : inSpotlight(state);
  const faces = people.filter((m) => chosen.includes(m.id));
  const large = screens.length > 0 || slides ? [] : faces.length > 0 ? faces : people.slice(0, 1);
  const rest = people.filter((m) => !large.includes(m));
  // The last place says how many more there are; for one more person it is rather given to that person.
  const shown = rest.length <= places ? rest : rest.slice(0, places - 1);
  const you = presentMembers(state).filter((m) => m.id === state.you);
  const line = [...byJoining(shown), ...you];
  const presents = (m: Member) => presentsSlides(state, m);
  const tiles = (members: Member[]) => members.map((m) => personTile(state, m));
  return {
    stage: [...screens, ...tiles(large)],
    strip: tiles([...line.filter(presents), ...line.filter((m) => !presents(m))]),
    more: rest.length - shown.length,
  };
}

const byJoining = (members: Member[]) => [...members].sort((a, b) => a.joinedAt - b.joinedAt || a.id.localeCompare(b.id));

/** Every tile of the grid by its key. */
export function gridTiles(state: MeetingState): Map<string, TileModel> {
  const people = presentMembers(state).map((m) => personTile(state, m));
  return new Map([...sharedScreens(state), ...people].map((tile) => [tile.key, tile]));
}

/** Which tile should be on which page; the own one is the last of the first page. */
export function wantedPages(state: MeetingState, size: number): GridPages {
  const others = [...sharedScreens(state).map((tile) => tile.key), ...othersInOrder(state).map((m) => m.id)];
  const first = [...others.slice(0, size - 1), ...(state.members[state.you] ? [state.you] : [])];
  return [first, ...chunks(others.slice(size - 1), size)];
}

function chunks(keys: string[], size: number): GridPages {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, i) => keys.slice(i * size, (i + 1) * size));
}

/** Who stays on a page keeps the place there, and who comes to it takes a place that became free. */
export function keepPlaces(wanted: GridPages, before: GridPages, you: string): GridPages {
  return wanted.map((page, i) => {
    const fresh = page.filter((key) => key !== you && !before[i]?.includes(key));
    const kept = (before[i] ?? []).flatMap((key) => (key === you ? [] : page.includes(key) ? key : (fresh.shift() ?? [])));
    return [...kept, ...fresh, ...page.filter((key) => key === you)];
  });
}

/** Nobody moves: who left is gone, and who came stands at the end. */
export function holdPages(wanted: GridPages, before: GridPages, size: number): GridPages {
  const here = new Set(wanted.flat());
  const pages = before.map((page) => page.filter((key) => here.has(key)));
  const seated = new Set(pages.flat());
  for (const key of here) {
    if (seated.has(key)) continue;
    const free = pages.find((page) => page.length < size);
    if (free) free.push(key);
    else pages.push([key]);
  }
  return pages.filter((page, i) => i === 0 || page.length > 0);
}
