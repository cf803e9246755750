/** For tests: a meeting with a blank page on which something is drawn. */
import { boardTopic } from '#topics/board/board.topic.ts';
import { type BoardElement, boardPageOf, type BoardDrawers } from '#topics/board/board-elements.ts';
import { meetingIn } from '#ui/meeting.factory.ts';
import type { MeetingControls } from '#ui/meeting.ts';
import { member, topicState } from '#ui/state.factory.ts';
import { roomOf } from '#ui/synthetic-room.factory.ts';

const deck = 'A'.repeat(22);
export const boardPage = boardPageOf({ deck, page: 1 });

export const plain = { x: 200, y: 200, w: 0, h: 0, color: 'red', width: 'medium', points: '', text: '', label: '' } as const;
export const aylin = { by: 'p2', name: 'Aylin Demir' };
export const drawn: BoardElement[] = [
  { ...plain, ...aylin, id: 'stroke-1', kind: 'pen', points: '0 0 2000 400 1500 -900 900 1600', w: 440, h: 110 },
  { ...plain, ...aylin, id: 'marked-1', kind: 'marker', x: 200, y: 500, color: 'amber', points: '0 0 3000 40', w: 300, h: 4 },
  {
    ...plain,
    ...aylin,
    id: 'note-0001',
    kind: 'note',
    x: 900,
    y: 180,
    w: 275,
    color: 'black',
    text: 'Minus in the bracket: it moves to the right!',
  },
  { ...plain, id: 'ellipse-1', kind: 'ellipse', x: 980, y: 560, w: 180, h: 140, by: 'me', name: 'Me' },
  { ...plain, id: 'text-0001', kind: 'text', x: 300, y: 640, w: 300, by: 'me', name: 'Me', text: 'vertex' },
];

const roleRights = { presenter: ['present', 'draw'], drawer: ['draw'], viewer: [] } as const;
type BoardRoom = { role: keyof typeof roleRights; elements: BoardElement[]; drawers?: BoardDrawers };

export function boardRoom({ role, elements, drawers }: BoardRoom, change: Partial<MeetingControls>) {
  const state = roomOf(6);
  const listeners = new Set<Parameters<MeetingControls['onHint']>[1]>();
  const me = member('me', { role: role === 'presenter' ? 'moderator' : 'viewer' });
  const meeting = meetingIn(
    {
      ...state,
      members: { ...state.members, me },
      offered: ['slides', 'presenter', 'board', 'polls'],
      rights: ['chat', ...roleRights[role]],
    },
    {
      onHint: (topic, listener) => {
        if (topic === boardTopic.name) listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      ...change,
    },
  );
  const hear = (topic: string, next: unknown) => meeting.store.dispatch({ t: 'server', at: 0, message: topicState(topic, next) });
  const put = (next: BoardElement[]) =>
    hear('board', { ...boardTopic.empty, ...(drawers && { drawers }), pages: { [boardPage]: next } });
  hear('presenter', { presenter: role === 'presenter' ? 'me' : 'p1', requests: [], declined: {} });
  const blank = { id: deck, name: 'Blank page', kind: 'blank', pages: 1, sizes: [[1920, 1080]], trouble: null };
  hear('slides', {
    decks: [{ ...blank, removable: true, downloadable: false }],
    shown: { deck, page: 1 },
    view: { zoom: 1, x: 0.5, y: 0.5 },
  });
  put(elements);
  const tell = (by: string, hint: unknown) => {
    for (const listener of listeners) listener({ by, hint });
  };
  return { meeting, hear, put, tell };
}
