import { IconPresentation } from '@tabler/icons-react';
import { usePresenterText } from '#topics/presenter/ui/presenter-text.ts';
import s from '#topics/presenter/ui/presenter.module.css';
import { useMeetingState } from '#ui/room-context.tsx';
import t from '#ui/tile.module.css';

/** Beside the name under the presenter's picture. */
export function PresenterWord({ member }: { member: string }) {
  const text = usePresenterText();
  const { presenter } = useMeetingState().topics.presenter;
  return presenter === member && <span className={t.host}>{text('presenter')}</span>;
}

export function PresenterPill({ member }: { member: string }) {
  const text = usePresenterText();
  const { presenter } = useMeetingState().topics.presenter;
  if (presenter !== member) return null;
  return (
    <span className={s.pill}>
      <IconPresentation size={14} stroke={2} aria-hidden="true" />
      {text('presenter')}
    </span>
  );
}
