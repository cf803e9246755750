import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import type { TableColumn, ListFilter } from '#kit/ui/table/table-shape.ts';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import { locales } from '#kit/facts.ts';
import type { MailRow } from '../outbox.contract.ts';
import { loadMailOff, outboxApi } from './blocks/mail-off.hook.ts';
import { MailOff } from './blocks/mail-off.part.tsx';
import { MailStatus } from './mail-status.part.tsx';
import { mailShape, mailsQuery, mailsQueryOf, useOutbox } from './outbox-queries.hook.ts';
import s from './mail.module.css';
import { outboxText } from './outbox-text.hook.ts';

export const load = async (context: LoadContext) => {
  const { api, queries, url } = context;
  await Promise.all([queries.ensureQueryData(mailsQueryOf(api(outboxApi).outbox, url.searchParams)), loadMailOff(context)]);
  return null;
};

const pathOf = (mail: MailRow): string => `/outbox/${mail.id}`;
const languageOf = (mail: MailRow): string => {
  const locale = locales.find((one) => one === mail.locale);
  return locale === undefined ? mail.locale : localeNames[locale];
};

function useColumns(): TableColumn<MailRow>[] {
  const say = outboxText();
  const when = useTimeText();
  return [
    {
      id: 'subject',
      title: say('list.subject'),
      lead: 'lead',
      phone: 'name',
      cell: (mail) => (
        <span className={s.subject}>
          <RowLink to={pathOf(mail)} dir="auto">
            {mail.subject}
          </RowLink>
          <span className="tiny quiet">
            <Ltr>{mail.recipient}</Ltr>
          </span>
        </span>
      ),
      text: (mail) => mail.subject,
      bone: 220,
    },
    {
      id: 'recipient',
      title: say('list.recipient'),
      narrow: 'hide',
      cell: (mail) => <Ltr>{mail.recipient}</Ltr>,
      text: (mail) => mail.recipient,
      bone: 150,
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      cell: (mail) => <MailStatus state={mail.state} />,
      text: (mail) => mail.state,
    },
    { id: 'locale', title: say('list.locale'), narrow: 'hide', optional: 'on', cell: languageOf, text: (mail) => mail.locale },
    {
      id: 'attempts',
      title: say('list.attempts'),
      narrow: 'hide',
      optional: 'off',
      align: 'end',
      cell: (mail) => mail.attempts,
      text: (mail) => String(mail.attempts),
    },
    {
      id: 'createdAt',
      title: say('list.written'),
      phone: 'time',
      cell: (mail) => <Time at={mail.createdAt} />,
      text: (mail) => when(mail.createdAt, 'full'),
    },
  ];
}

function useFilters(): ListFilter[] {
  const say = outboxText();
  const kit = kitText();
  return [
    {
      id: 'state',
      title: say('list.state'),
      options: [
        { value: 'queued', label: kit('status.waiting') },
        { value: 'sent', label: kit('status.sent') },
        { value: 'failed', label: kit('status.failed') },
        { value: 'kept', label: say('list.kept') },
      ],
    },
  ];
}

/** Every mail of this installation, newest first. */
export function Screen() {
  const say = outboxText();
  const api = useOutbox();
  const navigate = useNavigate();
  const list = useListState(mailShape);
  const query = useQuery(mailsQuery(api, list));
  useLiveRefresh({ area: 'admin', kinds: ['mail'] });
  const columns = useColumns();
  const filters = useFilters();
  return (
    <>
      <PageHead title={say('list.title')} sub={say('list.sub')} />
      <MailOff />
      <DataTable
        name="outbox"
        label={say('list.title')}
        list={list}
        columns={columns}
        rows={query.data?.items}
        rowId={(mail) => mail.id}
        rowName={(mail) => mail.subject}
        page={{ next: query.data?.next ?? null, ...(query.data === undefined ? {} : { total: query.data.total }) }}
        pending={query.isPending}
        {...(query.isError ? { stale: { at: query.dataUpdatedAt, retry: query.refetch } } : {})}
        filters={filters}
        onOpen={(mail) => void navigate(pathOf(mail))}
        searchLabel={say('list.search')}
        csv={{ file: 'mails.csv', page: (at) => mailsQuery(api, at).queryFn() }}
        empty={<EmptyState title={say('list.emptyTitle')} text={say('list.emptyText')} />}
      />
    </>
  );
}
