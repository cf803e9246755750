import {
  IconHandOff,
  IconKeyboard,
  IconLock,
  IconMicrophoneOff,
  IconPlayerPause,
  IconPlayerRecord,
  IconPlayerStop,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { canShareScreen, isPhone } from '#ui/media/devices.ts';
import { keyOf } from '#ui/keys.ts';
import { MenuItem, MenuLine } from '#ui/menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { hands, isHost, isOff, presentMembers } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

type MoreProps = { onSettings(): void; onKeys(): void; onPeople(): void; onRecord(): void; onInvite(): void };

/** What has no place in the bar; on phones also what the bar has no room for. */
export function MoreMenu({ onSettings, onKeys, onPeople, onRecord, onInvite }: MoreProps) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const sharing = state.own.screen === 'on';
  return (
    <>
      <MenuItem icon={IconUsers} keyName={keyOf.people} onClick={onPeople}>
        {text('more.people', { count: presentMembers(state).length })}
      </MenuItem>
      {state.facts?.invite !== undefined && (
        <MenuItem icon={IconUserPlus} onClick={onInvite}>
          {text('invite.title')}
        </MenuItem>
      )}
      {canShareScreen() && !isOff(state, 'screenshare') && (
        <MenuItem
          icon={sharing ? IconScreenShareOff : IconScreenShare}
          keyName={keyOf.screen}
          onClick={() => void meeting.toggle('screen')}
        >
          {text(sharing ? 'more.stopShare' : 'more.share')}
        </MenuItem>
      )}
      <MenuItem icon={IconSettings} onClick={onSettings}>
        {text('more.devices')}
      </MenuItem>
      {!isPhone() && (
        <MenuItem icon={IconKeyboard} onClick={onKeys}>
          {text('more.keys')}
        </MenuItem>
      )}
      {isHost(state) && (
        <>
          <MenuLine />
          <MenuItem
            icon={IconLock}
            checked={state.facts?.lobby ?? false}
            onClick={() => void meeting.ask({ t: 'lobby-rule', on: !state.facts?.lobby })}
          >
            {text('more.lobby')}
          </MenuItem>
          {state.facts?.mayRecord && <RecordItems onRecord={onRecord} />}
          <MenuItem icon={IconMicrophoneOff} onClick={() => void meeting.ask({ t: 'mute-all' })}>
            {text('more.muteAll')}
          </MenuItem>
          {hands(state).length > 0 && (
            <MenuItem icon={IconHandOff} onClick={() => void meeting.ask({ t: 'lower-all' })}>
              {text('more.lowerAll')}
            </MenuItem>
          )}
        </>
      )}
    </>
  );
}

/** Starting asks first; pausing, going on and stopping are done at once. */
function RecordItems({ onRecord }: { onRecord(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const recording = useMeetingState().facts?.recording ?? 'off';
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
