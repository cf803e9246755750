import {
  IconHandOff,
  IconKeyboard,
  IconLock,
  IconMicrophoneOff,
  IconPlayerRecord,
  IconPlayerStop,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { canShareScreen, isPhone } from '#ui/devices.ts';
import { keyOf } from '#ui/keys.ts';
import { MenuItem, MenuLine } from '#ui/menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { hands, isHost, presentMembers } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

/** What has no place in the bar; on phones also what the bar has no room for. */
export function MoreMenu({ onSettings, onKeys, onPeople }: { onSettings(): void; onKeys(): void; onPeople(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const sharing = state.own.screen === 'on';
  return (
    <>
      <MenuItem icon={IconUsers} keyName={keyOf.people} onClick={onPeople}>
        {text('more.people', { count: presentMembers(state).length })}
      </MenuItem>
      {canShareScreen() && (
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
          {state.facts?.mayRecord && (
            <MenuItem
              icon={state.facts.recording ? IconPlayerStop : IconPlayerRecord}
              onClick={() => void meeting.ask({ t: 'record', on: !state.facts?.recording })}
            >
              {text(state.facts.recording ? 'more.stopRecord' : 'more.record')}
            </MenuItem>
          )}
          <MenuItem icon={IconMicrophoneOff} onClick={() => void meeting.ask({ t: 'mute-all' })}>
            {text('more.muteAll')}
          </MenuItem>
          {hands(state).length > 0 && (
            <MenuItem
              icon={IconHandOff}
              onClick={() => hands(state).forEach((m) => void meeting.ask({ t: 'moderate', action: 'lower-hand', member: m.id }))}
            >
              {text('more.lowerAll')}
            </MenuItem>
          )}
        </>
      )}
    </>
  );
}
