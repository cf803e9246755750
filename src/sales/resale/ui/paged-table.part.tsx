import { Button } from '@mantine/core';
import { type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

/** `text`: words, at the start; `figure`: an amount, in line with those below; `hidden`: what a button in it does. */
export type Head = { word: string; look: 'text' | 'figure' | 'hidden' };
type Page<T> = { items: readonly T[]; next?: string | null };
/** `query`: of the page after a cursor; null: the first. */
type Pages<T> = { query: (cursor: string | null) => UseSuspenseQueryOptions<Page<T>>; row: (one: T) => ReactNode; width: number };

function Rows<T>({ cursor, ...pages }: Pages<T> & { cursor: string | null }) {
  const say = resaleText();
  const { data } = useSuspenseQuery(pages.query(cursor));
  const [more, setMore] = useState<'no' | 'yes'>('no');
  const next = data.next ?? null;
  return (
    <>
      {data.items.map(pages.row)}
      {next !== null && more === 'no' && (
        <tr>
          <td data-text="" colSpan={pages.width}>
            <Button onClick={() => setMore('yes')}>{say('more')}</Button>
          </td>
        </tr>
      )}
      {next !== null && more === 'yes' && (
        <Suspense>
          <Rows {...pages} cursor={next} />
        </Suspense>
      )}
    </>
  );
}

type Props<T> = Omit<Pages<T>, 'width'> & { id: string; title: string; label: string; empty: string; heads: readonly Head[] };
/** A list of money below its title, page after page: what was sold, what was billed, what was settled. */
export function PagedTable<T>({ id, title, label, empty, heads, ...pages }: Props<T>) {
  const { data } = useSuspenseQuery(pages.query(null));
  return (
    <Panel title={title} id={id} flush="flush">
      {data.items.length === 0 ? (
        <p className={`${s.pad} small quiet`}>{empty}</p>
      ) : (
        <Scrolls className={s.scroll} label={label}>
          <table className={s.lines}>
            <thead>
              <tr>
                {heads.map(({ word, look }) => (
                  <th key={word} scope="col" {...(look === 'text' && { 'data-text': '' })}>
                    {look === 'hidden' ? <span className="hidden">{word}</span> : word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Rows {...pages} cursor={null} width={heads.length} />
            </tbody>
          </table>
        </Scrolls>
      )}
    </Panel>
  );
}
