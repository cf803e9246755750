import type { BoardElement } from '#topics/board/board-elements.ts';
import { isHost, may, type MeetingState } from '#ui/state.ts';

/** One's own, and for who leads the lesson also others'. */
export const mayChangeElement = (state: MeetingState, element: BoardElement): boolean =>
  may(state, 'draw') && (element.by === state.you || may(state, 'present') || isHost(state));
