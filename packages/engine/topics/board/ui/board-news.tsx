import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BoardElement } from '#topics/board/board-elements.ts';
import { type BoardText, useBoardText } from '#topics/board/ui/board-text.ts';
import { firstNameOf } from '#topics/board/ui/element-names.ts';
import { Hidden } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';

const BATCH_MS = 2000;

function newsOf(added: readonly BoardElement[], text: BoardText): string | null {
  const [first] = added;
  if (first === undefined) return null;
  const name = firstNameOf(first.name);
  if (added.length === 1) return text('added', { name, kind: text(`kinds.${first.kind}`) });
  const isOne = added.every(({ by }) => by === first.by);
  return isOne ? text('addedSeveral', { name, count: added.length }) : text('addedByAll', { count: added.length });
}

/** Reads out what others add to the page, several things together. What was there when it was shown is no news. */
export function BoardNews({ page, elements }: { page: string; elements: readonly BoardElement[] }) {
  const text = useBoardText();
  const { you } = useMeetingState();
  const [said, setSaid] = useState('');
  const known = useRef({ page, ids: new Set(elements.map(({ id }) => id)) });
  const read = useEffectEvent(() => {
    const before = known.current;
    known.current = { page, ids: new Set(elements.map(({ id }) => id)) };
    const added = before.page === page ? elements.filter(({ id, by }) => by !== you && !before.ids.has(id)) : [];
    setSaid((last) => newsOf(added, text) ?? last);
  });
  useEffect(() => {
    const timer = setInterval(read, BATCH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="status">
      <Hidden>{said}</Hidden>
    </span>
  );
}
