import { IconMicrophoneOff } from '@tabler/icons-react';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

/** Everybody but oneself; where somebody else presents, they can be spared too. */
export function MuteAllItems() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { topics, you, members } = useMeetingState();
  const { presenter } = topics.presenter;
  const isOther = presenter !== null && presenter !== you && presenter in members;
  return (
    <>
      <MenuItem icon={IconMicrophoneOff} onClick={() => void meeting.ask({ t: 'mute-all' })}>
        {text('more.muteAll')}
      </MenuItem>
      {isOther && (
        <MenuItem icon={IconMicrophoneOff} onClick={() => void meeting.ask({ t: 'mute-all', spare: 'presenter' })}>
          {text('more.muteAllButPresenter')}
        </MenuItem>
      )}
    </>
  );
}

export function MuteAllMenu() {
  const { text } = useWords();
  return (
    <Menu
      label={text('people.muteAll')}
      opener={(opener) => (
        <button {...opener} type="button">
          {text('people.muteAll')}
        </button>
      )}
    >
      <MuteAllItems />
    </Menu>
  );
}
