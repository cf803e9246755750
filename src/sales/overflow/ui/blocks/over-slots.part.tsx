import { Suspense, useEffect, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { OverflowKey } from '../../overflow.rules.ts';

const Part = loadable(async () => (await import('./over-banner.part.tsx')).Over);

/** Comes after the list is there: almost no account has anything to read here. */
function Later({ of }: { of: OverflowKey }) {
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  if (state === 'first') return null;
  return (
    <Suspense>
      <Part of={of} />
    </Suspense>
  );
}

/** For the screens of rooms and of people, which know nothing of plans. */
export const RoomsOver = () => <Later of="rooms" />;
export const PeopleOver = () => <Later of="people" />;
