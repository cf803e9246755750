import type { ReactNode } from 'react';

type Props = { label: string; className: string | undefined; dir?: 'ltr'; children: ReactNode };
/** A region with a name that scrolls by itself, and is reached with the keyboard for that (WCAG 2.1.1). */
export function Scrolls({ label, className, dir, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className={className} dir={dir} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
