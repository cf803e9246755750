import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import s from './feedback.module.css';
import { WithWayOut } from './way-out.tsx';

/** A grey bar where a word will stand, as long as the word usually is. Sizes in pixels. */
export function Bone({ w, h = 10, round }: { w: number | string; h?: number; round?: 'round' }) {
  return <span className={s.bone} style={{ inlineSize: w, blockSize: h, borderRadius: round ? 99 : h > 16 ? 6 : undefined }} />;
}

const marks = { red: IconCircleX, amber: IconAlertTriangle, blue: IconInfoCircle };
/** Said where it happened: what happened, what is shown meanwhile, one way out. */
export function Banner({ hue, children, action }: { hue: keyof typeof marks; children: ReactNode; action?: ReactNode }) {
  const Mark = marks[hue];
  return (
    <div className={s.banner} data-hue={hue} role={hue === 'red' ? 'alert' : 'status'}>
      <Mark size={16} stroke={2} />
      <span className="grow">
        <WithWayOut>{children}</WithWayOut>
      </span>
      {action}
    </div>
  );
}
