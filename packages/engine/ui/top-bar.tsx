import { IconLayoutGrid, IconLayoutSidebar, IconLock, IconMaximize, IconMinimize, IconScreenShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StageLayout } from '#protocol/page-wishes.ts';
import { Button, IconButton } from '#ui/parts.tsx';
import { RecordingMark } from '#ui/record/recording-mark.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { keyOf } from '#ui/keys.ts';
import type { FullScreen } from '#ui/stage/full-screen.ts';
import { may } from '#ui/state.ts';
import p from '#ui/parts.module.css';
import s from '#ui/room.module.css';
import { TopicPlace } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

/** Where one is, whether it is recorded, who gets in, and how the faces stand. */
type TopBarProps = { mark: ReactNode; layout: StageLayout; onLayout: (() => void) | undefined; full: FullScreen };
export function TopBar({ mark, layout, onLayout, full }: TopBarProps) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { facts } = state;
  const grid = layout === 'grid';
  return (
    <div className={s.top}>
      {mark}
      <span className={s.title}>
        <bdi className={p.cut}>{facts?.name}</bdi>
      </span>
      <RecordingMark />
      <TopicPlace place="Top" />
      {state.own.screen === 'on' && (
        <span className={s.sharing}>
          <IconScreenShare size={14} stroke={2} aria-hidden="true" />
          {text('top.sharing')}
          <button type="button" onClick={() => void meeting.toggle('screen')}>
            {text('bar.stopShare')}
          </button>
        </span>
      )}
      <span className={s.topEnd}>
        {facts?.lobby && may(state, 'admit') && (
          <span className={s.lock} title={text('top.lobbyOnHint')}>
            <IconLock size={14} stroke={2} aria-hidden="true" />
            <span>{text('top.lobbyOn')}</span>
          </span>
        )}
        {onLayout && (
          <Button
            look="quiet"
            size="xs"
            icon={grid ? IconLayoutGrid : IconLayoutSidebar}
            onClick={onLayout}
            title={text('top.layoutTitle', { key: keyOf.layout })}
          >
            <span className={s.layoutWord}>{grid ? text('top.grid') : text('top.speaker')}</span>
          </Button>
        )}
        <IconButton
          icon={full.on ? IconMinimize : IconMaximize}
          size={28}
          label={text(full.on ? 'top.leaveFullScreen' : 'top.fullScreen')}
          title={`${text(full.on ? 'top.leaveFullScreen' : 'top.fullScreen')} (${keyOf.full})`}
          onClick={full.turn}
        />
      </span>
    </div>
  );
}
