import { Failure } from '#kit/errors.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { recordingsApi } from '../recordings-api.hook.ts';

/** How many recordings of a room the reader sees, those in the bin among them. */
export async function countRecordingsOfRoom(api: LoadContext['api'], roomId: string): Promise<number> {
  const { recordings } = api(recordingsApi);
  try {
    const pages = await Promise.all(
      (['all', 'bin'] as const).map((view) => recordings.list({ query: { view, roomId, limit: 100 } })),
    );
    return pages.reduce((sum, { total, items }) => sum + (total ?? items.length), 0);
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_allowed') return 0;
    throw error;
  }
}
