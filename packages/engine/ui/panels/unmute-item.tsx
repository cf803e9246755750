import { IconMicrophone } from '@tabler/icons-react';
import type { Member } from '#protocol/messages.ts';
import { MenuItem } from '#ui/menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isMuted, may, sourceOf } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

/** Opens somebody's microphone, or asks them to, where the meeting lets moderators do so. */
export function UnmuteItem({ member }: { member: Member }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  if (!may(state, 'unmute-others') || !isMuted(member)) return null;
  const asks = state.entered?.page?.meeting.unmute !== 'at-once' || sourceOf(member, 'mic') === undefined;
  return (
    <MenuItem icon={IconMicrophone} onClick={() => void meeting.ask({ t: 'moderate', action: 'unmute', member: member.id })}>
      {text(asks ? 'person.askUnmute' : 'person.unmute')}
    </MenuItem>
  );
}
