import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { createUnsaved, UnsavedContext } from './unsaved.ts';

// most pages have no form: what asks comes along with the first change
const LeaveQuestion = loadable(async () => (await import('./leave-question.tsx')).LeaveQuestion);
const no = () => false;

/** One per page, inside the router: the forms below it share one question. */
export function UnsavedKeeper({ children }: { children: ReactNode }) {
  const [unsaved] = useState(createUnsaved);
  const held = useSyncExternalStore(unsaved.subscribe, unsaved.held, no);
  return (
    <UnsavedContext value={unsaved}>
      {children}
      {held && (
        <Suspense>
          <LeaveQuestion unsaved={unsaved} />
        </Suspense>
      )}
    </UnsavedContext>
  );
}
