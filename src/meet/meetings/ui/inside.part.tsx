import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { breakpoints } from '#kit/facts.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { EngineRoom } from './engine-room.part.tsx';
import s from './inside.module.css';
import { meetingsText } from './meetings-text.hook.ts';

type Props = {
  /** The query of the meeting's address. */
  seat: URLSearchParams;
  /** Where this person may change the room; null: nowhere. */
  settings: string | null;
  onLeave: () => void;
  /** The steering beside the meeting. */
  children: ReactNode;
};

/** Beside the meeting where there is room for both; over its stage where there is not, and then shut at first. */
const firstPanel = (): 'open' | 'shut' => (window.innerWidth >= breakpoints.large ? 'open' : 'shut');

/** The meeting itself in its console: it has the whole window, with the steering at its end. */
export function Inside({ seat, settings, onLeave, children }: Props) {
  const say = meetingsText();
  const id = useId();
  const [panel, setPanel] = useState(firstPanel);
  const toggles = useRef<HTMLDivElement>(null);
  const turn = () => setPanel(panel === 'open' ? 'shut' : 'open');
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || window.innerWidth >= breakpoints.large) return;
    // the meeting has panels of its own that Escape closes
    event.stopPropagation();
    setPanel('shut');
    // of the two, the one in the bar that is shown
    const all = [...(toggles.current?.querySelectorAll<HTMLElement>('[data-panel-toggle]') ?? [])];
    all.find((one) => one.checkVisibility())?.focus();
  };
  const toggle = (
    <IconButton
      size={40}
      className={s.toggle ?? ''}
      aria-label={say('inside.panel')}
      title={say('inside.panel')}
      aria-expanded={panel === 'open'}
      aria-controls={id}
      data-panel-toggle
      onClick={turn}
    >
      <IconAdjustmentsHorizontal size={18} stroke={1.75} />
    </IconButton>
  );
  return (
    <div className={s.inside} data-whole data-panel={panel}>
      <div className={s.meeting} ref={toggles}>
        <div className={s.before}>
          <Button variant="subtle" onClick={onLeave}>
            {say('inside.back')}
          </Button>
          {toggle}
        </div>
        <EngineRoom seat={seat} preset={undefined} settings={settings} mark={toggle} onLeave={onLeave} />
      </div>
      {panel === 'open' && (
        <aside id={id} className={s.panel} aria-label={say('inside.panel')} onKeyDown={onKey}>
          {children}
        </aside>
      )}
    </div>
  );
}
