import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';

/** Three dots that open a menu. */
export const DotsMenu = ({ label, children }: { label: string; children: () => ReactNode }) => (
  <LazyMenu
    button={(props) => (
      <IconButton aria-label={label} {...props}>
        <IconDots size={16} stroke={1.75} />
      </IconButton>
    )}
  >
    {children}
  </LazyMenu>
);
