import { Children, createContext, type ReactNode, useContext, useState } from 'react';
import s from './feedback.module.css';
import { Link } from './link.tsx';
import { kitText } from './text/kit-text.ts';

/** Where a refusal can be lifted, by its words: they travel as plain text through forms and lists. */
type WaysOut = { note: (words: string, path: string) => void; of: (words: string) => string | null };
const WaysContext = createContext<WaysOut>({ note: () => {}, of: () => null });
/** For what turns failures into words; everything else shows `<WithWayOut>`. */
export const useWaysOut = (): WaysOut => useContext(WaysContext);

export function WaysOutProvider({ children }: { children: ReactNode }) {
  const [ways] = useState<WaysOut>(() => {
    const paths = new Map<string, string>();
    return { note: (words, path) => void paths.set(words, path), of: (words) => paths.get(words) ?? null };
  });
  return <WaysContext value={ways}>{children}</WaysContext>;
}

const wordOf = (path: string) =>
  path.startsWith('/invoices') ? 'wayOut.invoices' : path.startsWith('/purchase-plan') ? 'wayOut.plans' : 'wayOut.plan';

/** What was refused, with the link to where more of it is had, when the words are those of such a refusal. */
export function WithWayOut({ children }: { children: ReactNode }) {
  const say = kitText();
  const ways = useWaysOut();
  const words = Children.toArray(children).filter((child) => typeof child === 'string');
  const path = words.map((one) => ways.of(one)).find((one) => one !== null) ?? null;
  if (path === null) return children;
  return (
    <>
      {children}{' '}
      <Link to={path} className={s.wayOut}>
        {say(wordOf(path))}
      </Link>
    </>
  );
}
