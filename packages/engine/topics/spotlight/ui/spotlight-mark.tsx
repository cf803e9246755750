import { IconStar } from '@tabler/icons-react';
import { useSpotlightText } from '#topics/spotlight/ui/spotlight-text.ts';
import s from '#topics/spotlight/ui/spotlight.module.css';
import { useMeetingState } from '#ui/room-context.tsx';

/** On the picture, where the own pin and a lost connection say more, and in the row of a person. */
export function SpotlightMark({ member }: { member: string }) {
  const text = useSpotlightText();
  const { topics, members, pins } = useMeetingState();
  const chosen = topics.spotlight.find((one) => one.member === member);
  if (chosen === undefined || pins.includes(member) || members[member]?.state === 'away') return null;
  const name = members[chosen.by ?? '']?.name;
  return (
    <span className={s.mark} title={name && text('by', { name })}>
      <IconStar size={14} stroke={2} aria-hidden="true" />
      <span className={s.word}>{text('mark')}</span>
    </span>
  );
}
