import type { Member } from '#protocol/messages.ts';
import type { Layout } from '#ui/memory.ts';
import { presentMembers, sourceOf, type MeetingState } from '#ui/state.ts';

/** Sizes in CSS pixels. */
export type Box = { width: number; height: number };
export type Grid = { columns: number; rows: number; width: number; height: number };
/** What one tile shows: a person (camera or initials) or a shared screen. `source` is null without a picture. */
export type TileModel = { key: string; kind: 'person' | 'screen'; member: Member; source: string | null; own: 'own' | 'other' };
export type Arrangement = { stage: TileModel[]; strip: TileModel[] /** People who have no tile. */; more: number };

/** `stage`: tiles beside a strip; `most`: up to this many need no strip. */
export type Capacity = { stage: number; most: number; strip: number };

export const GAP = 10;
/** A tile of faces is best near this shape; wider or taller ones waste picture. */
const FACE_RATIO = 4 / 3;

/** The grid whose cells show the largest face-shaped picture; with equal ones the grid with fewer empty cells. */
export function gridOf(count: number, box: Box): Grid {
  const best = { columns: 1, rows: 1, width: box.width, height: box.height, area: -1 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns) || 1;
    const width = Math.max(0, (box.width - GAP * (columns - 1)) / columns);
    const height = Math.max(0, (box.height - GAP * (rows - 1)) / rows);
    const face = Math.min(width, height * FACE_RATIO);
    const area = face * face - (columns * rows - count) * 0.01;
    if (area > best.area) Object.assign(best, { columns, rows, width, height, area });
  }
  const { columns, rows, width, height } = best;
  return { columns, rows, width, height };
}

/** How many tiles fit at once: two columns of three on a phone, up to nine on a wide stage. */
export function capacityOf(box: Box): Capacity {
  if (box.width === 0) return { stage: 6, most: 6, strip: 5 };
  if (box.width < 640) {
    const stage = box.height < 420 ? 4 : 6;
    return { stage, most: stage, strip: 5 };
  }
  return { stage: box.width * box.height > 900_000 ? 9 : 6, most: box.height < 400 ? 6 : 9, strip: 5 };
}

function personTile(state: MeetingState, member: Member): TileModel {
  const own = member.id === state.you;
  const cam = sourceOf(member, 'cam');
  return { key: member.id, kind: 'person', member, source: cam && !cam.muted ? cam.id : null, own: own ? 'own' : 'other' };
}

/** The shared screen of somebody else; the own one is announced, not shown (a mirror of mirrors). */
function screens(state: MeetingState, members: Member[]): TileModel[] {
  return members.flatMap((member) => {
    const screen = member.id === state.you ? undefined : sourceOf(member, 'screen');
    return screen
      ? [{ key: `screen-${screen.id}`, kind: 'screen' as const, member, source: screen.id, own: 'other' as const }]
      : [];
  });
}

/** The most wanted first: raised hands and cameras count, but who was heard last counts most. */
function byInterest(state: MeetingState, members: Member[]): Member[] {
  const score = (m: Member) => (state.heard[m.id] ?? 0) * 4 + (m.role === 'moderator' ? 2 : 0) + (sourceOf(m, 'cam') ? 1 : 0);
  return [...members].sort((a, b) => score(b) - score(a) || a.joinedAt - b.joinedAt);
}

/** Decides who stands where. On the stage the order is that of joining, so that faces do not jump when somebody speaks. */
export function arrange(state: MeetingState, how: { layout: Layout; capacity: Capacity }): Arrangement {
  const members = presentMembers(state);
  const you = members.filter((m) => m.id === state.you);
  const others = members.filter((m) => m.id !== state.you);
  const shared = screens(state, members);
  const wanted = byInterest(state, others);
  const tile = (m: Member) => personTile(state, m);
  if (shared.length > 0 || (how.layout === 'speaker' && others.length > 0)) {
    const stage = shared.length > 0 ? shared.slice(0, 1) : wanted.slice(0, 1).map(tile);
    const rest = shared.length > 0 ? wanted : wanted.slice(1);
    return withStrip(stage, {
      rest: steady(rest.slice(0, how.capacity.strip - (rest.length === how.capacity.strip ? 0 : 1)))
        .concat(you)
        .map(tile),
      all: rest.length + you.length,
      room: how.capacity.strip,
    });
  }
  const fits = members.length <= how.capacity.most;
  const room = (fits ? how.capacity.most : how.capacity.stage) - you.length;
  const stage = [...steady(wanted.slice(0, room)), ...you].map(tile);
  const rest = wanted.slice(room);
  return withStrip(stage, { rest: rest.map(tile), all: rest.length, room: how.capacity.strip });
}

function withStrip(stage: TileModel[], { rest, all, room }: { rest: TileModel[]; all: number; room: number }): Arrangement {
  // The last place says how many more there are; for one more person it is rather given to that person.
  const strip = rest.slice(0, all === room + 1 ? room + 1 : room);
  return { stage, strip, more: all - strip.length };
}

const steady = (members: Member[]) => [...members].sort((a, b) => a.joinedAt - b.joinedAt || a.id.localeCompare(b.id));
