import type { KeyboardEvent, ReactNode } from 'react';
import { Ltr } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import type { MeetingPanel } from '#ui/state.ts';

type TabProps = { id: MeetingPanel; count?: number; children: ReactNode };

/** A tab over the side panel. Arrow keys go to the one beside it. */
export function PanelTab({ id, count = 0, children }: TabProps) {
  const meeting = useMeeting();
  const { panel } = useMeetingState();
  return (
    <button
      id={`panel-${id}`}
      type="button"
      role="tab"
      aria-selected={id === panel}
      aria-controls="panel-body"
      tabIndex={id === panel ? 0 : -1}
      onClick={() => meeting.panel(id)}
      onKeyDown={walk}
    >
      {children}
      {count > 0 && <Ltr>{count}</Ltr>}
    </button>
  );
}

function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = (event.key === 'ArrowRight') !== rtl;
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const next = tabs[(tabs.indexOf(event.currentTarget) + (forward ? 1 : tabs.length - 1)) % tabs.length];
  next?.focus();
  next?.click();
}
