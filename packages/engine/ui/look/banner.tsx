import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { inkOn } from '#ui/look/contrast.ts';
import s from '#ui/look/look.module.css';
import { IconButton } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

/** A sentence of the meeting's maker over the faces. Longer than three lines, it scrolls; closed, it is back with the next visit. */
export function Banner() {
  const { text } = useWords();
  const { entered } = useMeetingState();
  const [shown, setShown] = useState<'shown' | 'closed'>('shown');
  const banner = entered?.page?.meeting.banner ?? null;
  if (banner === null || shown === 'closed') return null;
  const colors = banner.color === null ? {} : { '--ground': banner.color, '--ink': inkOn(banner.color) };
  return (
    <section className={s.banner} aria-label={text('banner.label')} style={colors}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <p dir="auto" tabIndex={0}>
        {banner.text}
      </p>
      <IconButton icon={IconX} size={28} label={text('banner.close')} onClick={() => setShown('closed')} />
    </section>
  );
}
