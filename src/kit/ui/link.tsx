import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, type Ref, type RefObject, useContext, useEffect, useRef } from 'react';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

/** Loads the code of the screen behind a path, when it is one of ours. */
export type PrefetchPath = (path: string) => void;
const PrefetchContext = createContext<{ watch: (element: Element, path: string) => () => void }>({ watch: () => () => {} });

/** One observer for all links: what comes into view is loaded when the browser is idle. */
export function PrefetchProvider({
  watch,
  children,
}: {
  watch: (element: Element, path: string) => () => void;
  children: ReactNode;
}) {
  return <PrefetchContext value={{ watch }}>{children}</PrefetchContext>;
}

type LinkTarget = { to: string; replace?: boolean; children?: ReactNode };
export type LinkProps = LinkTarget & Omit<RouterLinkProps, keyof LinkTarget | 'prefetch'>;

function usePrefetchOf(to: string): Ref<HTMLAnchorElement> {
  const { watch } = useContext(PrefetchContext);
  const anchor = useRef<HTMLAnchorElement>(null);
  useEffect(() => (anchor.current === null ? undefined : watch(anchor.current, to)), [watch, to]);
  return anchor;
}

/** A link inside the product. Its screen's code is loaded ahead. */
export function Link({ to, children, ...rest }: LinkProps) {
  const anchor = usePrefetchOf(to);
  return (
    <RouterLink ref={anchor} to={to} {...rest}>
      {children}
    </RouterLink>
  );
}

type RowLinkProps = { to: string; className?: string; dir?: 'auto'; children: ReactNode };
/**
 * The link of a row to what it lists, inside a list that opens its rows: the list follows it and loads its screen ahead, so that
 * fifty of them ask nothing of the router. With a key held down or the other buttons it is the browser's own link.
 */
export const RowLink = ({ to, className, dir, children }: RowLinkProps) => (
  <a href={to} className={className} dir={dir} data-row-link="">
    {children}
  </a>
);

/** Loads the screens behind the row links of a list ahead. `rows` are those that it shows. */
export function usePrefetchOfRows(list: RefObject<Element | null>, rows: unknown): void {
  const { watch } = useContext(PrefetchContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other links
  useEffect(() => {
    const links = list.current?.querySelectorAll<HTMLAnchorElement>('a[data-row-link]') ?? [];
    const ends = [...links].map((link) => watch(link, link.getAttribute('href') ?? ''));
    return () => {
      for (const end of ends) end();
    };
  }, [list, rows, watch]);
}

/** A link that looks like a button. */
export function LinkButton({ to, replace, children, ...rest }: LinkTarget & ButtonProps) {
  const anchor = usePrefetchOf(to);
  return (
    <Button renderRoot={(props) => <RouterLink ref={anchor} to={to} replace={replace ?? false} {...props} />} {...rest}>
      {children}
    </Button>
  );
}
