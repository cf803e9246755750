import { IconAlarm, IconPlayerPause, IconPlayerPlay, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { leftBy, ranBy, type TimerState } from '#topics/timer/timer.topic.ts';
import { useTimerCommand, useTimerText } from '#topics/timer/ui/timer-text.ts';
import s from '#topics/timer/ui/timer.module.css';
import { chime, letIn } from '#ui/media/chime.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useNow } from '#ui/now.ts';
import { Hidden, Ltr } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { clockOf } from '#ui/say-time.ts';
import { may } from '#ui/state.ts';

type RunningTimer = NonNullable<TimerState>;
/** Milliseconds. */
const LOOK_EVERY = 250;

export function TimerPill() {
  const { timer } = useMeetingState().topics;
  return timer && <Pill timer={timer} />;
}

function Pill({ timer }: { timer: RunningTimer }) {
  const text = useTimerText();
  const state = useMeetingState();
  const now = useNow(LOOK_EVERY) + state.skew;
  const left = leftBy(timer, now);
  const over = left === 0;
  useEnd(over ? 'over' : 'running');
  // A second that has begun is still there: five minutes begin with 5:00 and end with 0:01.
  const shown = left === null ? clockOf(ranBy(timer, now)) : clockOf(Math.ceil(left / 1_000) * 1_000);
  const face = (
    <>
      {timer.since === null ? (
        <IconPlayerPause size={14} stroke={2} aria-hidden="true" />
      ) : (
        <IconAlarm size={14} stroke={2} aria-hidden="true" />
      )}
      <Hidden>{text(timer.since === null ? 'paused' : 'timer')}</Hidden>
      {over ? <span>{text('over')}</span> : <Ltr>{shown}</Ltr>}
    </>
  );
  return (
    <>
      {may(state, 'timer') ? (
        <Menu
          label={text('timer')}
          opener={(opener) => (
            <button {...opener} type="button" className={s.pill} data-over={over || undefined} title={text('steer')}>
              {face}
            </button>
          )}
        >
          <Steering timer={timer} />
        </Menu>
      ) : (
        <span className={s.pill} data-over={over || undefined}>
          {face}
        </span>
      )}
      <Hidden>
        <span role="status">{over && text('over')}</span>
      </Hidden>
    </>
  );
}

/** A sound when it ends before one's eyes; somebody who comes afterwards hears none. */
function useEnd(now: 'over' | 'running'): void {
  const before = useRef(now);
  useEffect(() => {
    if (now === 'over' && before.current === 'running') chime(letIn);
    before.current = now;
  }, [now]);
}

function Steering({ timer }: { timer: RunningTimer }) {
  const text = useTimerText();
  const send = useTimerCommand();
  return (
    <>
      {timer.since === null ? (
        <MenuItem icon={IconPlayerPlay} onClick={() => send({ do: 'resume' })}>
          {text('resume')}
        </MenuItem>
      ) : (
        <MenuItem icon={IconPlayerPause} onClick={() => send({ do: 'pause' })}>
          {text('pause')}
        </MenuItem>
      )}
      {timer.seconds > 0 && (
        <MenuItem icon={IconPlus} onClick={() => send({ do: 'extend', seconds: 60 })}>
          {text('extend')}
        </MenuItem>
      )}
      <MenuItem icon={IconX} onClick={() => send({ do: 'remove' })}>
        {text('remove')}
      </MenuItem>
    </>
  );
}
