import { PageHead } from '#kit/ui/bits.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { readListState, useListState } from '#kit/ui/table/list-state.ts';
import { libraryLimits } from '../files.rules.ts';
import { libraryApi, libraryListQuery, libraryShape } from './files-data.hook.ts';
import { filesText } from './files-text.hook.ts';
import { LibraryTable } from './library-table.part.tsx';

export function Screen() {
  const say = filesText();
  const list = useListState(libraryShape);
  useLiveRefresh({ area: 'user', kinds: ['library'] });
  return (
    <>
      <PageHead
        title={say('list.bin')}
        sub={<span className="quiet">{say('none.binText', { days: libraryLimits.binDays })}</span>}
      />
      <LibraryTable list={list} view="bin" may="edit" onReplace={() => undefined} />
    </>
  );
}

export async function load({ api, queries, url }: LoadContext): Promise<null> {
  await queries.ensureQueryData(libraryListQuery(api(libraryApi), readListState(url.searchParams, libraryShape), 'bin'));
  return null;
}
