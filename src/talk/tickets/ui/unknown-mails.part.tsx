import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time } from '#kit/ui/time.tsx';
import type { UnknownMail } from '../unknown-mails.contract.ts';
import { Automatic, NotVerified } from './mail-parts.part.tsx';
import s from './queue.module.css';
import { queueApi, unknownMailsPath, unknownMailsQuery, unknownMailsShape } from './queue-data.hook.ts';
import { QueueViews } from './queue-views.part.tsx';
import { ticketsText } from './tickets-text.hook.ts';

const UnknownMailDialog = loadable(async () => (await import('./unknown-mail-dialog.part.tsx')).UnknownMailDialog);

function useColumns(open: (mail: UnknownMail) => void): TableColumn<UnknownMail>[] {
  const say = ticketsText();
  return [
    {
      id: 'subject',
      title: say('new.subject'),
      lead: 'lead',
      phone: 'name',
      text: ({ subject }) => subject,
      cell: (mail) => (
        <button type="button" className={s.mailButton} dir="auto" onClick={() => open(mail)}>
          {mail.subject === '' ? say('unknown.noSubject') : mail.subject}
        </button>
      ),
    },
    {
      id: 'from',
      title: say('unknown.from'),
      phone: 'state',
      text: ({ from }) => from,
      cell: ({ from, fromName, verified, automatic }) => (
        <span className={s.two}>
          {fromName !== '' && <bdi>{fromName}</bdi>}
          <Ltr className="tiny quiet">{from}</Ltr>
          {!verified && <NotVerified />}
          {automatic && <Automatic />}
        </span>
      ),
    },
    {
      id: 'to',
      title: say('unknown.to'),
      narrow: 'hide',
      cell: ({ ticketNumber }) =>
        ticketNumber === null ? say('unknown.toSupport') : say('unknown.toTicket', { number: `\u2066#${ticketNumber}\u2069` }),
    },
    { id: 'received', title: say('unknown.received'), phone: 'time', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  ];
}

/** Mails of senders who are nobody's customer, until somebody decides what becomes of them. */
export function UnknownMails() {
  const say = ticketsText();
  const list = useListState(unknownMailsShape);
  const query = useQuery({ ...unknownMailsQuery(useApi(queueApi), list), placeholderData: (before) => before });
  const [openId, setOpenId] = useState<string | null>(null);
  const page = query.data;
  const open = page?.items.find(({ id }) => id === openId);
  const title = say('unknown.title');
  usePageTitle(title);
  const show = ({ id }: UnknownMail) => setOpenId(id);
  const columns = useColumns(show);
  return (
    <div className={s.panes}>
      <div className={`${s.pane} ${s.start}`}>
        <QueueViews here={unknownMailsPath} />
      </div>
      <div className={`${s.pane} ${s.main}`}>
        <PageHead title={title} sub={say('unknown.lead')} />
        <DataTable
          name="unknown-mails"
          label={title}
          list={list}
          columns={columns}
          rows={page?.items}
          rowId={({ id }) => id}
          rowName={({ subject, from }) => (subject === '' ? from : subject)}
          page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
          pending={query.isPending}
          {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
          onOpen={show}
          empty={<EmptyState title={say('unknown.emptyTitle')} text={say('unknown.emptyText')} />}
        />
      </div>
      <Suspense>{open !== undefined && <UnknownMailDialog mail={open} onClose={() => setOpenId(null)} />}</Suspense>
    </div>
  );
}
