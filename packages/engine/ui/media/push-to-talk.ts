import { useEffect, useState } from 'react';
import { isTyping } from '#ui/keys.ts';
import { rememberedPushToTalk } from '#ui/memory.ts';
import { useMeeting } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import type { MeetingControls } from '#ui/meeting.ts';

/** Space on the microphone's own button for less than this is a press, which leaves it open. Milliseconds. */
const TAP_MS = 300;

/** `released` with `open` leaves the microphone as it is. */
type PushToTalk = { pressed(): void; released(leave: 'closed' | 'open'): void };

/** Opens the microphone while it is held; only what was opened so is closed again. */
export function createPushToTalk({ store, toggle }: Pick<MeetingControls, 'store' | 'toggle'>): PushToTalk {
  let [isHeld, hasOpened, isTurning] = [false, false, false];
  const step = (): Promise<void> | null => {
    const { own } = store.get();
    if (isHeld && !hasOpened && (own.mic === 'muted' || own.mic === 'off') && may(store.get(), 'speak')) {
      hasOpened = true;
      return toggle('mic');
    }
    if (isHeld || !hasOpened) return null;
    hasOpened = false;
    return own.mic === 'on' ? toggle('mic') : null;
  };
  // a device takes its time: what was pressed and released meanwhile is followed afterwards
  const follow = async (): Promise<void> => {
    if (isTurning) return;
    isTurning = true;
    for (let turned = step(); turned !== null; turned = step()) await turned;
    isTurning = false;
  };
  return {
    pressed() {
      isHeld = true;
      void follow();
    },
    released(leave) {
      isHeld = false;
      if (leave === 'open') hasOpened = false;
      void follow();
    },
  };
}

const isMicControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset['control'] === 'mic';
/** Buttons and fields that have the focus keep their Space. */
const isFree = ({ target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !shiftKey && !isTyping(target) && (target === document.body || isMicControl(target));

/** Follows Space on the whole page; what leaves the page ends it. */
function watchSpace({ store, toggle }: MeetingControls, onTurn: (turn: 'held' | 'free') => void): () => void {
  const talk = createPushToTalk({ store, toggle });
  let pressedAt: number | null = null;
  const press = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || !isFree(event)) return;
    if (pressedAt !== null) return event.preventDefault();
    const { mic } = store.get().own;
    if (event.repeat || mic === 'on' || mic === 'starting' || rememberedPushToTalk() === 'off') return;
    event.preventDefault();
    pressedAt = event.timeStamp;
    onTurn('held');
    talk.pressed();
  };
  const end = (leave: 'closed' | 'open'): void => {
    if (pressedAt === null) return;
    pressedAt = null;
    onTurn('free');
    talk.released(leave);
  };
  const release = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || pressedAt === null) return;
    // Firefox presses a button when the key comes up
    event.preventDefault();
    end(isMicControl(event.target) && event.timeStamp - pressedAt < TAP_MS ? 'open' : 'closed');
  };
  const away = (): void => end('closed');
  const leaving = ['blur', 'pagehide'] as const;
  window.addEventListener('keydown', press);
  window.addEventListener('keyup', release);
  document.addEventListener('visibilitychange', away);
  for (const name of leaving) window.addEventListener(name, away);
  return () => {
    away();
    window.removeEventListener('keydown', press);
    window.removeEventListener('keyup', release);
    document.removeEventListener('visibilitychange', away);
    for (const name of leaving) window.removeEventListener(name, away);
  };
}

/** Space opens the microphone while it is held. */
export function usePushToTalk(): 'held' | 'free' {
  const meeting = useMeeting();
  const [turn, setTurn] = useState<'held' | 'free'>('free');
  useEffect(() => watchSpace(meeting, setTurn), [meeting]);
  return turn;
}
