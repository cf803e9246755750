import { IconStar, IconStarOff } from '@tabler/icons-react';
import { spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';
import { useSpotlightText } from '#topics/spotlight/ui/spotlight-text.ts';
import { MenuItem } from '#ui/menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may, presentMembers } from '#ui/state.ts';

/** In the menu of a person. */
export function SpotlightItem({ member }: { member: string }) {
  const text = useSpotlightText();
  const meeting = useMeeting();
  const state = useMeetingState();
  if (!may(state, 'spotlight')) return null;
  const chosen = state.topics.spotlight.some((one) => one.member === member);
  const add = text(member === state.you ? 'addYou' : 'add');
  return (
    <MenuItem
      icon={chosen ? IconStarOff : IconStar}
      onClick={() => void meeting.command(spotlightTopic.name, { do: chosen ? 'remove' : 'add', member })}
    >
      {chosen ? text('remove') : add}
    </MenuItem>
  );
}

/** The own picture has no menu. */
export function OwnSpotlightItem() {
  const state = useMeetingState();
  return presentMembers(state).length > 1 && <SpotlightItem member={state.you} />;
}
