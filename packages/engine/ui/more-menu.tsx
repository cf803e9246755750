import {
  IconHandOff,
  IconKeyboard,
  IconLayoutGrid,
  IconLock,
  IconMaximize,
  IconPictureInPicture,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { canShareScreen, isPhone } from '#ui/media/devices.ts';
import { keyOf } from '#ui/keys.ts';
import { MenuItem, MenuLine } from '#ui/menu.tsx';
import { RecordItems } from '#ui/record/record-control.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { MuteAllItems } from '#ui/panels/mute-all.tsx';
import { hands, may, presentMembers } from '#ui/state.ts';
import { TopicPlace, useSharesMore } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

type MoreProps = {
  onLayout: (() => void) | undefined;
  onFull(): void;
  onSettings(): void;
  onKeys(): void;
  onPeople(): void;
  onRecord(): void;
  onInvite(): void;
  onPicture: (() => void) | undefined;
};

/** What has no place in the bar; on phones also what the bar has no room for. */
export function MoreMenu({ onLayout, onFull, onSettings, onKeys, onPeople, onRecord, onInvite, onPicture }: MoreProps) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const sharing = state.own.screen === 'on';
  const sharesMore = useSharesMore();
  return (
    <>
      <TopicPlace place="More" />
      <MenuItem icon={IconUsers} keyName={keyOf.people} onClick={onPeople}>
        {text('more.people', { count: presentMembers(state).length })}
      </MenuItem>
      {state.facts?.invite !== undefined && (
        <MenuItem icon={IconUserPlus} onClick={onInvite}>
          {text('invite.title')}
        </MenuItem>
      )}
      {canShareScreen() && (may(state, 'share') || sharing) && (
        <MenuItem
          icon={sharing ? IconScreenShareOff : IconScreenShare}
          keyName={keyOf.screen}
          onClick={() => void meeting.toggle('screen')}
        >
          {text(sharing ? 'more.stopShare' : 'more.share')}
        </MenuItem>
      )}
      {sharesMore && <TopicPlace place="Share" />}
      {onLayout && (
        <MenuItem icon={IconLayoutGrid} keyName={keyOf.layout} onClick={onLayout}>
          {text('keys.layout')}
        </MenuItem>
      )}
      <MenuItem icon={IconMaximize} keyName={keyOf.full} onClick={onFull}>
        {text('top.fullScreen')}
      </MenuItem>
      {onPicture && (
        <MenuItem icon={IconPictureInPicture} onClick={onPicture}>
          {text('more.pictureInPicture')}
        </MenuItem>
      )}
      <MenuItem icon={IconSettings} onClick={onSettings}>
        {text('greenRoom.devices')}
      </MenuItem>
      {!isPhone() && (
        <MenuItem icon={IconKeyboard} onClick={onKeys}>
          {text('keys.title')}
        </MenuItem>
      )}
      <MenuLine />
      <RecordItems onRecord={onRecord} />
      <HostItems />
    </>
  );
}

function HostItems() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  return (
    <>
      {may(state, 'admit') && (
        <MenuItem
          icon={IconLock}
          checked={state.facts?.lobby ?? false}
          onClick={() => void meeting.ask({ t: 'lobby-rule', on: !state.facts?.lobby })}
        >
          {text('more.lobby')}
        </MenuItem>
      )}
      {may(state, 'mute-others') && <MuteAllItems />}
      {hands(state).length > 0 && may(state, 'lower-hands') && (
        <MenuItem icon={IconHandOff} onClick={() => void meeting.command('hands', { do: 'lower-all' })}>
          {text('more.lowerAll')}
        </MenuItem>
      )}
    </>
  );
}
