import {
  IconDotsVertical,
  IconHandOff,
  IconMessageUser,
  IconMicrophoneOff,
  IconPin,
  IconPinnedOff,
  IconScreenShareOff,
  IconUser,
  IconUserMinus,
  IconUserUp,
  IconVideoOff,
} from '@tabler/icons-react';
import type { ClientMessage, Member } from '#protocol/messages.ts';
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx';
import { RemoveDialog } from '#ui/panels/remove-dialog.tsx';
import { UnmuteItem } from '#ui/panels/unmute-item.tsx';
import { IconButton } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isHandUp, isMuted, may, mayBeHost, mayMessage, sourceOf } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';
import { TopicsOfPerson } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

type ModerateAction = Extract<ClientMessage, { t: 'moderate' }>['action'];

/** What one may do about a person: pin for oneself, and as a host more; only what would change something is offered. */
export function PersonMenu({ member, className }: { member: Member; className?: string | undefined }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { name } = member;
  const pinned = state.pins.includes(member.id);
  return (
    <Menu
      label={text('person.menu', { name })}
      opener={(opener) => (
        <IconButton {...opener} icon={IconDotsVertical} size={28} label={text('person.menu', { name })} className={className} />
      )}
    >
      <MenuItem icon={pinned ? IconPinnedOff : IconPin} onClick={() => meeting.store.dispatch({ t: 'pin', member: member.id })}>
        {text(pinned ? 'person.unpin' : 'person.pin')}
      </MenuItem>
      {mayMessage(state, member) && (
        <MenuItem icon={IconMessageUser} onClick={() => meeting.store.dispatch({ t: 'conversation', partner: member.id })}>
          {text('person.message')}
        </MenuItem>
      )}
      <TopicsOfPerson place="PersonMenu" member={member.id} />
      <HostItems member={member} />
    </Menu>
  );
}

function HostItems({ member }: { member: Member }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const openDialog = useOpenDialog();
  const act = (action: ModerateAction) => () => void meeting.ask({ t: 'moderate', action, member: member.id });
  if (!may(state, 'remove')) return null;
  return (
    <>
      <MenuLine />
      {!isMuted(member) && may(state, 'mute-others') && (
        <MenuItem icon={IconMicrophoneOff} onClick={act('mute')}>
          {text('person.mute')}
        </MenuItem>
      )}
      <UnmuteItem member={member} />
      {sourceOf(member, 'cam') && may(state, 'stop-cameras') && (
        <MenuItem icon={IconVideoOff} onClick={act('stop-camera')}>
          {text('greenRoom.turnCamOff')}
        </MenuItem>
      )}
      {sourceOf(member, 'screen') && may(state, 'stop-shares') && (
        <MenuItem icon={IconScreenShareOff} onClick={act('stop-share')}>
          {text('person.stopShare')}
        </MenuItem>
      )}
      {isHandUp(state, member.id) && may(state, 'lower-hands') && (
        <MenuItem icon={IconHandOff} onClick={() => void meeting.command('hands', { do: 'lower', member: member.id })}>
          {text('person.lowerHand')}
        </MenuItem>
      )}
      {member.role === 'moderator' ? (
        <MenuItem icon={IconUser} onClick={act('make-viewer')}>
          {text('person.makeViewer')}
        </MenuItem>
      ) : (
        mayBeHost(state, member) && (
          <MenuItem icon={IconUserUp} onClick={act('make-moderator')}>
            {text('person.makeHost')}
          </MenuItem>
        )
      )}
      <MenuLine />
      <MenuItem
        icon={IconUserMinus}
        look="danger"
        onClick={() => openDialog((close) => <RemoveDialog member={member} onClose={close} />)}
      >
        {text('person.remove')}
      </MenuItem>
    </>
  );
}
