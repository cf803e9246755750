import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { useGreeting } from './greeting.hook.ts';

/** The greeting, the day, and the clock with its zone, which may be another than one's own. */
export function Head({ children }: { children?: ReactNode }) {
  const { user } = useAuth();
  const { hello, day, clock } = useGreeting(user?.name ?? '');
  return (
    <PageHead
      title={hello}
      sub={
        <>
          <span>{day}</span>
          <span className="quiet row">
            <IconClock size={14} stroke={1.75} />
            <span className="num">{clock}</span>
          </span>
        </>
      }
    >
      {children}
    </PageHead>
  );
}
