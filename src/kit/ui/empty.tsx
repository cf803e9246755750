import type { ReactNode } from 'react';
import { EmptyPicture } from './brand.tsx';
import s from './empty.module.css';

/** An empty list: what the thing is in one sentence, and the way to the first one. */
export function EmptyState({ title, text, children }: { title: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={s.empty}>
      <EmptyPicture />
      <h2>{title}</h2>
      <p className="soft">{text}</p>
      {children && <div className={s.actions}>{children}</div>}
    </div>
  );
}
