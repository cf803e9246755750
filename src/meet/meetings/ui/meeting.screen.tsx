import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import { Console, type MeetingSlots } from './console.part.tsx';
import { MeetingsPage } from './meeting-table.part.tsx';
import { meetingsApi } from './meetings-api.hook.ts';
import { attendanceQuery, meetingQuery, meetingsListQuery, meetingsShape } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';

type OneProps = { id: string; slots: MeetingSlots };
function One({ id, slots }: OneProps) {
  const api = useApi(meetingsApi);
  const { data } = useQuery(meetingQuery(api, id));
  usePageTitle(data?.name ?? null);
  return data === undefined ? null : <Console meeting={data} slots={slots} />;
}

/** The console of one meeting; without an id, the meetings of my rooms. */
function Page({ slots }: { slots: MeetingSlots }) {
  const say = meetingsText();
  const { id } = useLoaded<typeof load>();
  return id === null ? (
    <MeetingsPage view="mine" title={say('mine.title')} sub={say('mine.sub')} />
  ) : (
    <One id={id} slots={slots} />
  );
}

const load = async ({ api, queries, params, url }: LoadContext) => {
  const client = api(meetingsApi);
  const { id } = params;
  if (id === undefined) {
    await queries.ensureQueryData(meetingsListQuery(client, 'mine', readListState(url.searchParams, meetingsShape)));
    return { id: null };
  }
  const meeting = await queries.ensureQueryData(meetingQuery(client, id));
  if (meeting.rights.attendance) await queries.ensureQueryData(attendanceQuery(client, id));
  return { id };
};

/** The slots are filled by the route table: recordings come after meetings in rank. */
export const meetingScreen = (slots: MeetingSlots): ScreenModule => ({ Screen: () => <Page slots={slots} />, load });
