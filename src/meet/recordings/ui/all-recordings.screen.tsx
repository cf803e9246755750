import type { LoadContext } from '#kit/ui/screen.ts';
import { loadRecordings, RecordingsPage } from './recordings-page.part.tsx';

export function Screen() {
  return <RecordingsPage view="all" />;
}

export const load = (context: LoadContext) => loadRecordings(context, 'all');
