import type { ListControls } from '#kit/ui/table/list-state.ts';
import type { PostState } from '../blog.rules.ts';
import { stateIn } from './list-data.hook.ts';
import { listText } from './list-text.hook.ts';
import s from './list.module.css';

const segments = ['draft', 'in_review', 'scheduled', 'published'] as const satisfies readonly PostState[];
type PostCounts = Readonly<Partial<Record<PostState, number>>>;

/** States as one choice with their counts; one with no posts is left out unless it is shown. */
export function StateSegments({ list, counts }: { list: ListControls; counts: PostCounts }) {
  const say = listText();
  const here = stateIn(list);
  const shown = segments.filter((state) => state === here || (counts[state] ?? 0) > 0);
  const segment = (state: PostState | undefined, word: string, count?: number) => (
    <button
      key={state ?? 'all'}
      type="button"
      aria-pressed={state === here}
      onClick={() => list.setFilter('state', state === undefined ? [] : [state])}
    >
      {word}
      {count !== undefined && <bdi className={s.count}>{count}</bdi>}
    </button>
  );
  return (
    <fieldset className={s.segments} aria-label={say('list.segments')}>
      {segment(undefined, say('list.segment.all'))}
      {shown.map((state) => segment(state, say(`list.segment.${state}`), counts[state] ?? 0))}
    </fieldset>
  );
}
