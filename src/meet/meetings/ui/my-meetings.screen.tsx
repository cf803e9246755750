import { readListState } from '#kit/ui/table/list-state.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { MeetingsPage } from './meeting-table.part.tsx';
import { meetingsApi } from './meetings-api.hook.ts';
import { meetingsListQuery, meetingsShape } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';

export function Screen() {
  const say = meetingsText();
  return <MeetingsPage view="mine" title={say('mine.title')} sub={say('mine.sub')} />;
}

export const load = async ({ api, queries, url }: LoadContext) => {
  await queries.ensureQueryData(meetingsListQuery(api(meetingsApi), 'mine', readListState(url.searchParams, meetingsShape)));
  return null;
};
