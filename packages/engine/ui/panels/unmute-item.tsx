import { IconMicrophone } from '@tabler/icons-react';
import type { Member } from '#protocol/messages.ts';
import { MenuItem } from '#ui/menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isMuted, sourceOf } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

/** Opens somebody's microphone, or asks them to, where the meeting lets moderators do so. */
export function UnmuteItem({ member }: { member: Member }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { entered } = useMeetingState();
  const rule = entered?.page?.meeting.unmute ?? 'never';
  if (rule === 'never' || !isMuted(member)) return null;
  const asks = rule === 'asks' || sourceOf(member, 'mic') === undefined;
  return (
    <MenuItem icon={IconMicrophone} onClick={() => void meeting.ask({ t: 'moderate', action: 'unmute', member: member.id })}>
      {text(asks ? 'person.askUnmute' : 'person.unmute')}
    </MenuItem>
  );
}
