import type { FrameProps } from './frame-props.ts';
import s from './meeting-frame.module.css';
import { SkipLink } from './skip-link.tsx';

/** The whole window belongs to the meeting; it brings its own bars. */
export function MeetingFrame({ children }: FrameProps) {
  return (
    <div className={s.frame}>
      <SkipLink />
      <main id="main" tabIndex={-1} className={s.main}>
        {children}
      </main>
    </div>
  );
}
