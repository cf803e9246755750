import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ltr } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { Status } from '#kit/ui/status.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { SentItem, Webhook } from '../webhooks.contract.ts';
import { sentQuery, sentShape, useWebhooks } from './blocks/webhooks-query.hook.ts';
import { useLookAgain } from './look-again.hook.ts';
import { sentStates, useSentWords } from './sent-words.hook.ts';
import s from './webhooks.module.css';
import { webhooksText } from './webhooks-text.hook.ts';

/** What came back: the status, or the code of what went wrong before there was one. */
const answerOf = ({ lastStatus, lastTrouble }: SentItem): string =>
  lastStatus === null ? (lastTrouble ?? '–') : String(lastStatus);

const halfDay = 43_200_000;

function useColumns(): TableColumn<SentItem>[] {
  const say = webhooksText();
  const words = useSentWords();
  const when = useTimeText();
  return [
    {
      id: 'at',
      title: say('log.at'),
      phone: 'time',
      cell: (item) => <Time at={item.createdAt} />,
      text: (item) => new Date(item.createdAt).toISOString(),
    },
    {
      id: 'event',
      title: say('log.event'),
      lead: 'lead',
      phone: 'name',
      cell: (item) => (
        <span className={s.two}>
          <span>{words(item)}</span>
          <Ltr className="tiny quiet">{item.address}</Ltr>
        </span>
      ),
      text: (item) => `${item.event ?? item.kind} ${item.address}`,
      bone: 200,
    },
    {
      id: 'state',
      title: say('log.state'),
      phone: 'state',
      cell: (item) => (
        <span className={s.two}>
          <Status of={sentStates[item.state]} />
          {item.state === 'waiting' && item.nextAt !== null && item.tries > 0 && (
            <span className="tiny quiet">
              {say('log.next', { when: when(item.nextAt, item.nextAt - item.createdAt < halfDay ? 'time' : 'full') })}
            </span>
          )}
        </span>
      ),
      text: (item) => item.state,
    },
    {
      id: 'answer',
      title: say('log.answer'),
      align: 'end',
      narrow: 'hide',
      cell: (item) => <Ltr mono="mono">{answerOf(item).slice(0, 40)}</Ltr>,
      text: answerOf,
    },
    {
      id: 'tries',
      title: say('log.tries'),
      narrow: 'hide',
      align: 'end',
      cell: (item) => item.tries,
      text: (item) => String(item.tries),
    },
  ];
}

/** All that was sent to the account's programs: webhooks, and callbacks of the BigBlueButton API. */
export function SentLog({ webhooks, onOpen }: { webhooks: readonly Webhook[]; onOpen: (id: string) => void }) {
  const say = webhooksText();
  const kit = kitText();
  const words = useSentWords();
  const when = useTimeText();
  const list = useListState(sentShape);
  const query = useQuery(sentQuery(useWebhooks(), list));
  useLiveRefresh({ area: 'user', kinds: ['webhooks'] });
  useLookAgain(query.data?.items);
  const columns = useColumns();
  const filters = [
    {
      id: 'state',
      title: say('log.state'),
      options: [
        { value: 'waiting', label: kit('status.waiting') },
        { value: 'delivered', label: kit('status.sent') },
        { value: 'given-up', label: kit('status.failed') },
      ],
    },
    { id: 'to', title: say('log.to'), options: webhooks.map(({ id, name }) => ({ value: id, label: name })) },
  ];
  return (
    <section aria-labelledby="sent-log">
      <h2 id="sent-log" className={s.head}>
        {say('log.title')}
      </h2>
      <DataTable
        name="sent"
        label={say('log.title')}
        list={list}
        columns={columns}
        rows={query.data?.items}
        rowId={(item) => item.id}
        rowName={(item) => `${words(item)}, ${when(item.createdAt, 'full')}`}
        page={{ next: query.data?.next ?? null, ...(query.data === undefined ? {} : { total: query.data.total }) }}
        pending={query.isPending}
        {...(query.isError ? { stale: { at: query.dataUpdatedAt, retry: query.refetch } } : {})}
        filters={filters}
        actions={(item) => (
          <Button
            size="xs"
            variant="subtle"
            aria-label={`${say('log.open')}, ${words(item)}, ${when(item.createdAt, 'full')}`}
            onClick={() => onOpen(item.id)}
          >
            {say('log.open')}
          </Button>
        )}
        onOpen={(item) => onOpen(item.id)}
        empty={<p className="soft">{say('log.empty')}</p>}
      />
    </section>
  );
}
