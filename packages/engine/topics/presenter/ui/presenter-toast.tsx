import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PresenterState, presenterTopic } from '#topics/presenter/presenter.topic.ts';
import { usePresenterCommand, usePresenterText } from '#topics/presenter/ui/presenter-text.ts';
import s from '#topics/presenter/ui/presenter.module.css';
import { Button, Face, Ltr } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** Milliseconds that a change is shown. */
const SHOWN_MS = 10_000;

/** What a change means for this person; null where there is nothing to say. */
function changeFor(before: PresenterState, now: PresenterState, you: string): 'you' | 'other' | 'declined' | null {
  // the first state that a page hears is no change
  if (before === presenterTopic.empty) return null;
  if (before.presenter !== now.presenter && now.presenter !== null) return now.presenter === you ? 'you' : 'other';
  const declined = you in now.declined && before.declined[you] !== now.declined[you];
  return declined ? 'declined' : null;
}

function useChange() {
  const { topics, you } = useMeetingState();
  const now = topics.presenter;
  const before = useRef(now);
  const [change, setChange] = useState<{ what: 'you' | 'other' | 'declined' } | null>(null);
  useEffect(() => {
    const what = changeFor(before.current, now, you);
    before.current = now;
    if (what !== null) setChange({ what });
  }, [now, you]);
  useEffect(() => {
    if (change === null) return;
    const timer = setTimeout(() => setChange(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [change]);
  return change?.what ?? null;
}

/** Who presents now, and for hosts who asks to; one thing at a time. */
export function PresenterToast() {
  const text = usePresenterText();
  const send = usePresenterCommand();
  const state = useMeetingState();
  const change = useChange();
  const { members, topics } = state;
  const { presenter, requests } = topics.presenter;
  const chooses = may(state, 'choose-presenter');
  const asking = requests.flatMap((id) => members[id] ?? []);
  const [first] = chooses ? asking : [];
  if (first !== undefined)
    return (
      <Toast>
        <Face name={first.name} size={24} />
        <span>
          {text('asks', { name: first.name })} {asking.length > 1 && <Ltr>+{asking.length - 1}</Ltr>}
        </span>
        <Button size="xs" look="accent" onClick={() => send({ do: 'give', member: first.id })}>
          {text('give')}
        </Button>
        <Button size="xs" onClick={() => send({ do: 'decline', member: first.id })}>
          {text('notNow')}
        </Button>
      </Toast>
    );
  const name = members[presenter ?? '']?.name;
  if (change === 'other' && name !== undefined)
    return (
      <Toast>
        <span>{text('presents', { name })}</span>
        {chooses && (
          <Button size="xs" onClick={() => send({ do: 'take' })}>
            {text('takeBack')}
          </Button>
        )}
      </Toast>
    );
  return (
    <Toast>
      {(change === 'you' || change === 'declined') && <span>{text(change === 'you' ? 'youPresent' : 'declined')}</span>}
    </Toast>
  );
}

/** Stays in the page while it is empty: only then what comes into it is read out. */
function Toast({ children }: { children: ReactNode }) {
  return (
    <div className={s.toast} role="status">
      {children}
    </div>
  );
}
