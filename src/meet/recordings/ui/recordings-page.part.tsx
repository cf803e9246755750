import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { readListState, useListState } from '#kit/ui/list-state.ts';
import { useLiveRefresh } from '#kit/ui/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { Column } from '#kit/ui/table-shape.ts';
import { Time } from '#kit/ui/time.tsx';
import phone from '#meet/rooms/ui/blocks/phone-list.module.css';
import type { RecordingItem } from '../recordings.contract.ts';
import { recordingLimits, visibilities } from '../recordings.rules.ts';
import { NameCell, StateCell, WhoCell } from './recording-cells.part.tsx';
import { BinActs, RecordingActs } from './recording-menu.part.tsx';
import { useRecordingVerbs, type Verb } from './recording-verbs.hook.ts';
import { useSizeText } from './recording-words.hook.ts';
import { recordingsApi, recordingsListQuery, recordingsShape, storageQuery, type View } from './recordings-data.hook.ts';
import { type RecordingsSay, recordingsText } from './recordings-text.hook.ts';
import { StorageBar } from './storage.part.tsx';
import s from './recordings.module.css';

const filtered = ['processing', 'published', 'unpublished', 'failed'] as const;

function columnsOf(say: RecordingsSay, size: (bytes: number) => string): Column<RecordingItem>[] {
  return [
    { id: 'name', title: say('list.recording'), lead: 'lead', cell: (item) => <NameCell item={item} /> },
    { id: 'state', title: say('list.state'), cell: (item) => <StateCell item={item} /> },
    { id: 'who', title: say('list.who'), narrow: 'hide', cell: (item) => <WhoCell who={item.visibility} /> },
    { id: 'views', title: say('list.views'), align: 'end', narrow: 'hide', cell: (item) => <Ltr>{item.views}</Ltr> },
    {
      id: 'size',
      title: say('list.size'),
      align: 'end',
      narrow: 'hide',
      cell: (item) => (item.bytes === 0 ? <span className="quiet">–</span> : size(item.bytes)),
    },
    {
      id: 'held',
      title: say('list.held'),
      cell: (item) => (
        <span className={phone.time}>
          <Time at={item.startedAt} />
        </span>
      ),
    },
  ];
}

function BulkActs({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const say = recordingsText();
  const verbs = useRecordingVerbs();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const run = (verb: Verb) => void verbs.run(verb, ids).then(onDone, (error: unknown) => setTrouble(failureText(error)));
  return (
    <>
      <Button size="xs" variant="filled" leftSection={<IconEye size={15} stroke={1.75} />} onClick={() => run('publish')}>
        {say('acts.publish')}
      </Button>
      <Button size="xs" variant="subtle" leftSection={<IconEyeOff size={15} stroke={1.75} />} onClick={() => run('unpublish')}>
        {say('acts.unpublish')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        data-danger
        leftSection={<IconTrash size={15} stroke={1.75} />}
        onClick={() => run('remove')}
      >
        {say('acts.remove')}
      </Button>
      {trouble !== '' && <span role="alert">{trouble}</span>}
    </>
  );
}

function None({ view }: { view: View }) {
  const say = recordingsText();
  if (view === 'bin') return <EmptyState title={say('bin.none')} text={say('bin.sub', { days: recordingLimits.binDays })} />;
  return (
    <EmptyState title={say('none.title')} text={say('none.text')}>
      <LinkButton to="/rooms/my-rooms" variant="filled" size="md">
        {say('none.rooms')}
      </LinkButton>
    </EmptyState>
  );
}

function RecordingsTable({ view, title }: { view: View; title: string }) {
  const say = recordingsText();
  const size = useSizeText();
  const list = useListState(recordingsShape);
  const query = useQuery({ ...recordingsListQuery(useApi(recordingsApi), view, list), placeholderData: (before) => before });
  const bin = view === 'bin';
  return (
    <div className={phone.list}>
      <DataTable
        name={`recordings-${view}`}
        label={title}
        list={list}
        columns={columnsOf(say, size)}
        rows={query.data?.items}
        rowId={(item) => item.id}
        rowName={(item) => item.name}
        page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        {...(!bin && {
          filters: [
            {
              id: 'state',
              title: say('list.state'),
              options: filtered.map((value) => ({ value, label: say(`state.${value}`) })),
            },
            { id: 'who', title: say('list.who'), options: visibilities.map((value) => ({ value, label: say(`who.${value}`) })) },
          ],
          bulk: (ids, clear) => <BulkActs ids={ids} onDone={clear} />,
        })}
        searchLabel={say('list.search')}
        actions={(item) => (bin ? <BinActs item={item} /> : <RecordingActs item={item} />)}
        empty={<None view={view} />}
      />
    </div>
  );
}

/** Recordings: first the room that they take, then the list. `bin`: the deleted ones. */
export function RecordingsPage({ view }: { view: View }) {
  const say = recordingsText();
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['recording'] });
  const title = say(`${view}.title`);
  return (
    <>
      <PageHead
        title={title}
        sub={
          <span className="quiet">{view === 'bin' ? say('bin.sub', { days: recordingLimits.binDays }) : say(`${view}.sub`)}</span>
        }
      >
        {view === 'bin' ? (
          <LinkButton to="/recordings/myRecordings">{say('bin.back')}</LinkButton>
        ) : (
          <LinkButton to="/recordings/bin" leftSection={<IconTrash size={16} stroke={1.75} />}>
            {say('bin.title')}
          </LinkButton>
        )}
      </PageHead>
      {view !== 'bin' && <StorageBar />}
      <div className={s.table}>
        <RecordingsTable view={view} title={title} />
      </div>
    </>
  );
}

export async function loadRecordings({ api, queries, url }: LoadContext, view: View): Promise<null> {
  const client = api(recordingsApi);
  await Promise.all([
    queries.ensureQueryData(recordingsListQuery(client, view, readListState(url.searchParams, recordingsShape))),
    view === 'bin' ? null : queries.ensureQueryData(storageQuery(client)),
  ]);
  return null;
}
