import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Autosave } from '#kit/ui/form/autosave.ts';

type SavedLinkProps = {
  to: string;
  saver: Pick<Autosave<never>, 'unsent' | 'flush'>;
  current?: 'current';
  className?: string | undefined;
  children: ReactNode;
};
/** Leads to another view of the same post, which has to read what was typed last. */
export function SavedLink({ to, saver, current, className, children }: SavedLinkProps) {
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      className={className}
      aria-current={current === undefined ? undefined : 'true'}
      onClick={(event) => {
        // a press that opens a tab of its own leaves this one as it is
        if (event.ctrlKey || event.metaKey || event.shiftKey || !saver.unsent()) return;
        event.preventDefault();
        void saver.flush().then(() => navigate(to));
      }}
    >
      {children}
    </Link>
  );
}
