import { useState } from 'react';
import { boardTopic } from '#topics/board/board.topic.ts';
import { usePageLayer } from '#topics/slides/ui/page-layer.ts';
import { useHint, useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { latePart } from '#ui/topics/late-part.tsx';

const BoardLayer = latePart(async () => (await import('#topics/board/ui/board-layer.tsx')).BoardLayer);
const DrawersMenu = latePart(async () => (await import('#topics/board/ui/drawers-menu.tsx')).DrawersMenu);

/** Its code comes once something is drawn in the meeting, or somebody begins to. */
export function BoardLayerPlace() {
  const page = usePageLayer();
  const { pages } = useMeetingState().topics.board;
  const [heard, setHeard] = useState<'nothing' | 'drawing'>('nothing');
  useHint(boardTopic.name, () => setHeard('drawing'));
  const wanted = page?.mode === 'drawing' || heard === 'drawing' || Object.keys(pages).length > 0;
  return page !== null && wanted && <BoardLayer page={page} />;
}

/** For who presents: who can draw. */
export function DrawersPlace() {
  const state = useMeetingState();
  return may(state, 'present') && may(state, 'draw') && <DrawersMenu />;
}
