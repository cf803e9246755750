import { Button } from '@mantine/core';
import { IconEdit, IconListCheck, IconSearch, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Keys } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { IconButton, SearchField } from '#kit/ui/light-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { useSelection } from '#kit/ui/table/table-bulk.tsx';
import type { MailboxItem } from '../mailbox.contract.ts';
import { mailLimits } from '../mailbox.rules.ts';
import { MailBulk } from './mail-bulk.part.tsx';
import { MailRow } from './mail-row.part.tsx';
import { mailDays, useMailDay } from './mail-words.hook.ts';
import s from './mailbox.module.css';
import {
  mailboxApi,
  mailboxPath,
  type MailboxView,
  mailCountsQuery,
  mailLabelsQuery,
  mailListQuery,
} from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

type ListProps = { view: MailboxView; steps: MailboxSteps };

/** Mails of the folder that the address says, as far as they are loaded. */
export function useMails(view: MailboxView) {
  const query = useInfiniteQuery({ ...mailListQuery(useApi(mailboxApi), view), placeholderData: (before) => before });
  return { query, mails: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

const searchAfter = 300;
/** Searches once typing stops; the words stand in the address. */
function Search({ view }: { view: MailboxView }) {
  const say = mailboxText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(view.search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder has words of its own
  useEffect(() => setTyped(view.search), [view.list, view.kind, view.label]);
  useEffect(() => {
    if (typed.trim() === view.search.trim()) return;
    const timer = setTimeout(
      () => void navigate(mailboxPath({ ...view, search: typed, mail: null }), { replace: true }),
      searchAfter,
    );
    return () => clearTimeout(timer);
  }, [typed, view, navigate]);
  return (
    <SearchField
      icon={<IconSearch size={16} stroke={1.75} />}
      aria-label={say('list.search')}
      placeholder={say('list.search')}
      maxLength={mailLimits.search}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}

function useFolderName({ list, kind, label }: MailboxView): string {
  const say = mailboxText();
  const labels = useQuery(mailLabelsQuery(useApi(mailboxApi))).data?.items ?? [];
  if (label !== null) return labels.find(({ id }) => id === label)?.name ?? say('labels.title');
  if (kind !== null) return say(`kind.${kind}`);
  return say(`folders.${list === 'all' ? 'inbox' : list}`);
}

function Head({ view, steps, selecting, onSelecting }: ListProps & { selecting: boolean; onSelecting: () => void }) {
  const say = mailboxText();
  const name = useFolderName(view);
  const counts = useQuery(mailCountsQuery(useApi(mailboxApi))).data;
  const unread = (view.kind === null ? counts?.unread : counts?.kinds[view.kind]) ?? 0;
  // an open mail heads the page
  const Title = view.mail === null ? 'h1' : 'h2';
  const counted = view.list === 'inbox' && view.label === null && unread > 0;
  return (
    <header className={s.head}>
      <div className="row grow">
        <Title className="cut">
          <bdi>{name}</bdi>
        </Title>
        {counted && (
          <span className="tiny quiet cut">
            {unread >= mailLimits.unread ? say('folders.unreadMany') : say('folders.unread', { count: unread })}
          </span>
        )}
      </div>
      <IconButton aria-label={say(selecting ? 'list.done' : 'list.select')} onClick={onSelecting}>
        {selecting ? <IconX size={18} stroke={1.75} /> : <IconListCheck size={18} stroke={1.75} />}
      </IconButton>
      <IconButton look="default" aria-label={say('list.write')} onClick={() => void steps.write()}>
        <IconEdit size={18} stroke={1.75} />
      </IconButton>
    </header>
  );
}

function Empty({ view: { search, list, kind, label } }: { view: MailboxView }) {
  const say = mailboxText();
  if (search !== '') return <EmptyState title={say('empty.search')} text={say('empty.searchText')} />;
  if (kind !== null || label !== null) return <EmptyState title={say('empty.folder')} text={say('empty.folderText')} />;
  const folder = list === 'all' ? 'inbox' : list;
  return <EmptyState title={say(`empty.${folder}`)} text={say(`empty.${folder}Text`)} />;
}

const bones = Array.from({ length: 6 }, (_, at) => at);
function Bones() {
  return bones.map((at) => (
    <div key={at} className={s.bones}>
      <Bone w={120} />
      <Bone w={220} h={12} />
      <Bone w="90%" />
    </div>
  ));
}

type RowsProps = { view: MailboxView; mails: readonly MailboxItem[]; selection: ReturnType<typeof useSelection> | null };
function Rows({ view, mails, selection }: RowsProps) {
  const say = mailboxText();
  const dayOf = useMailDay();
  const labels = useQuery(mailLabelsQuery(useApi(mailboxApi))).data?.items ?? [];
  return mailDays.map((day) => {
    const ofDay = mails.filter(({ at }) => dayOf(at) === day);
    return (
      ofDay.length > 0 && (
        <section key={day}>
          <h2 className={s.day}>{say(`list.${day}`)}</h2>
          <ul className={s.mails}>
            {ofDay.map((mail) => (
              <MailRow
                key={mail.id}
                mail={mail}
                to={mailboxPath({ ...view, mail: mail.id })}
                open={mail.id === view.mail}
                labels={labels}
                selected={selection?.has(mail.id) ?? null}
                onSelect={() => selection?.toggle(mail.id)}
              />
            ))}
          </ul>
        </section>
      )
    );
  });
}

function KeyHints() {
  const say = mailboxText();
  return (
    <footer className={s.keys}>
      <Keys keys={['J', 'K']}>{say('keys.move')}</Keys>
      <Keys keys={['E']}>{say('keys.archive')}</Keys>
      <Keys keys={['R']}>{say('keys.reply')}</Keys>
      <Keys keys={['U']}>{say('keys.unread')}</Keys>
    </footer>
  );
}

/** The middle pane: the mails of one folder by days, and what can be done to several at once. */
export function MailList({ view, steps }: ListProps) {
  const say = mailboxText();
  const { query, mails } = useMails(view);
  const [selecting, setSelecting] = useState<'no' | 'yes'>('no');
  const selection = useSelection(mails.map(({ id }) => id));
  const on = selecting === 'yes';
  const steady = useSteadyAnswer({ data: query.data, isLoading: query.isLoading });
  const toggle = () => {
    selection.clear();
    setSelecting(on ? 'no' : 'yes');
  };
  const name = useFolderName(view);
  return (
    <div className={s.column}>
      <Head view={view} steps={steps} selecting={on} onSelecting={toggle} />
      <div className={s.search}>
        <Search view={view} />
      </div>
      {steps.trouble !== null && (
        <div className={s.banner}>
          <Banner hue="red">{steps.trouble}</Banner>
        </div>
      )}
      {query.isError && (
        <div className={s.banner}>
          <Banner
            hue="red"
            action={
              <Button size="xs" onClick={() => void query.refetch()}>
                {say('list.retry')}
              </Button>
            }
          >
            {say('list.stale')}
          </Banner>
        </div>
      )}
      <Scrolls label={name} className={`${s.pane} grow`}>
        {steady === undefined && !query.isError && <Bones />}
        {steady !== undefined && mails.length === 0 && <Empty view={view} />}
        {steady !== undefined && <Rows view={view} mails={mails} selection={on ? selection : null} />}
        {steady !== undefined && query.hasNextPage && (
          <div className={s.more}>
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {say('list.more')}
            </Button>
          </div>
        )}
      </Scrolls>
      {on ? <MailBulk view={view} selection={selection} steps={steps} onDone={toggle} /> : <KeyHints />}
    </div>
  );
}
