import { useEffect, useState } from 'react';
import { type ReactionsState, SHOWN_MS } from '#topics/reactions/reactions.topic.ts';
import { reactionWords, useReactionsText } from '#topics/reactions/ui/reactions-text.ts';
import s from '#topics/reactions/ui/reactions.module.css';
import { Hidden } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import { useMeetingState } from '#ui/room-context.tsx';

/** The reaction while it is new; null once it is not. */
function useFresh(reaction: ReactionsState[number] | undefined) {
  const { skew } = useMeetingState();
  const [old, setOld] = useState(0);
  const at = reaction?.at ?? 0;
  useEffect(() => {
    const left = at + SHOWN_MS - (Date.now() + skew);
    const timer = setTimeout(() => setOld(at), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [at, skew]);
  return reaction === undefined || old >= at ? null : reaction.reaction;
}

/** On a person's picture, and in their row of the list. */
export function ReactionOf({ member }: { member: string }) {
  const text = useReactionsText();
  const { reactions } = useMeetingState().topics;
  const shown = useFresh(reactions.find(({ by }) => by === member));
  if (shown === null) return null;
  return (
    <span key={shown} className={s.shown}>
      <span aria-hidden="true">{shown}</span>
      <Hidden>{text(reactionWords[shown])}</Hidden>
    </span>
  );
}

/** Reads the newest one out. In a big class the ones between are left out: each would hold up the next. */
export function LastReaction() {
  const text = useReactionsText();
  const { members, you, topics } = useMeetingState();
  const last = topics.reactions.at(-1);
  const shown = useFresh(last);
  const name = members[last?.by ?? '']?.name;
  const said = shown !== null && name !== undefined && last?.by !== you;
  return (
    <p role="status" className={p.hidden}>
      {said && text('said', { name, reaction: text(reactionWords[shown]) })}
    </p>
  );
}
