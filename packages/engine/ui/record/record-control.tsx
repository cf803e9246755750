import { IconPlayerPause, IconPlayerRecord, IconPlayerStop, IconSettings } from '@tabler/icons-react';
import type { MeetingFacts } from '#protocol/messages.ts';
import { Control } from '#ui/control.tsx';
import { useHouse } from '#ui/house.ts';
import { Menu, MenuItem, MenuLink, MenuNote } from '#ui/menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import s from '#ui/room.module.css';
import { isHost } from '#ui/state.ts';
import type { TextKey } from '#ui/text.ts';
import { useWords } from '#ui/words.tsx';

type RecordingRights = Pick<MeetingFacts, 'mayBeRecorded' | 'mayRecord'>;

/** Why somebody cannot start a recording; null where they can. */
export function recordHindrance({ mayBeRecorded, mayRecord }: RecordingRights): TextKey | null {
  if (mayRecord) return null;
  return mayBeRecorded ? 'record.hostsOnly' : 'record.offHere';
}

const words = { off: 'bar.record', on: 'bar.recording', paused: 'bar.recordPaused' } as const satisfies Record<string, TextKey>;

/** Recording has its place in the bar, also where it cannot be: then it says why. */
export function RecordControl({ onRecord }: { onRecord(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { facts } = useMeetingState();
  if (!facts) return null;
  const { recording } = facts;
  const look = {
    icon: IconPlayerRecord,
    word: text(words[recording]),
    className: s.onlyWide,
    'data-control': 'record',
    tone: recording === 'off' ? (recordHindrance(facts) === null ? undefined : ('faint' as const)) : ('off' as const),
  };
  if (recording === 'off' && facts.mayRecord) return <Control {...look} title={text('more.record')} onClick={onRecord} />;
  if (recording !== 'off' && !facts.mayRecord)
    return <Control {...look} title={text('top.ofYou')} onClick={() => meeting.store.dispatch({ t: 'asking', what: 'again' })} />;
  return (
    <Menu label={text(words[recording])} opener={(opener) => <Control {...opener} {...look} />}>
      <RecordItems onRecord={onRecord} />
    </Menu>
  );
}

/** The rows of a menu about the recording. Starting asks first; pausing, going on and stopping are done at once. */
export function RecordItems({ onRecord }: { onRecord(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { facts } = useMeetingState();
  if (!facts) return null;
  const { recording } = facts;
  if (!facts.mayRecord) return recording === 'off' ? <Hindrance facts={facts} /> : null;
  if (recording === 'off')
    return (
      <MenuItem icon={IconPlayerRecord} onClick={onRecord}>
        {text('more.record')}
      </MenuItem>
    );
  const paused = recording === 'paused';
  return (
    <>
      <MenuItem
        icon={paused ? IconPlayerRecord : IconPlayerPause}
        onClick={() => void meeting.ask({ t: 'record', to: paused ? 'on' : 'paused' })}
      >
        {text(paused ? 'more.resumeRecord' : 'more.pauseRecord')}
      </MenuItem>
      <MenuItem icon={IconPlayerStop} onClick={() => void meeting.ask({ t: 'record', to: 'off' })}>
        {text('more.stopRecord')}
      </MenuItem>
    </>
  );
}

function Hindrance({ facts }: { facts: RecordingRights }) {
  const { text } = useWords();
  const state = useMeetingState();
  const { roomSettings } = useHouse();
  const why = recordHindrance(facts);
  if (why === null) return null;
  return (
    <>
      <MenuNote icon={IconPlayerRecord}>{text(why)}</MenuNote>
      {isHost(state) && !facts.mayBeRecorded && roomSettings !== undefined && (
        <MenuLink icon={IconSettings} href={roomSettings}>
          {text('record.turnOn')}
        </MenuLink>
      )}
    </>
  );
}
