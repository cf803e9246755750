import { Button } from '@mantine/core';
import { IconBellOff, IconEdit, IconHash, IconHeadset, IconPin, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Keys } from '#kit/ui/bits.tsx';
import { IconButton, SearchField } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { chatLimits, type PresenceState } from '../chat.rules.ts';
import type { ConversationItem } from '../chat-views.contract.ts';
import s from './chat.module.css';
import { type ChatAddress, type ChatSection, chatApi, chatPath, conversationsQuery } from './chat-data.hook.ts';
import type { TypingPerson } from './chat-news.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { useChatTimes } from './chat-times.hook.ts';
import { useStepText } from './message-line.part.tsx';
import { ChatSettings } from './chat-settings.part.tsx';
import { PresenceFace } from './presence-face.part.tsx';
import { usePresence } from './presence.hook.ts';

const NewConversation = loadable(async () => (await import('./new-conversation.part.tsx')).NewConversation);
const PolicyDialog = loadable(async () => (await import('./policy-dialog.part.tsx')).PolicyDialog);
const ChatFindings = loadable(async () => (await import('./chat-findings.part.tsx')).ChatFindings);

const signs = { group: IconUsersGroup, channel: IconHash, support: IconHeadset } as const;
/** A face for a person, a sign for all else. */
type SignProps = Pick<ConversationItem, 'kind' | 'name'> & { state: PresenceState | null };
function ConversationSign({ kind, name, state }: SignProps) {
  if (kind === 'direct') return <PresenceFace name={name} size={36} state={state} />;
  const Icon = signs[kind];
  return (
    <span className={s.sign}>
      <Icon size={18} stroke={1.75} />
    </span>
  );
}

/** The last words, and whose. */
function useLastText(): (conversation: ConversationItem, me: string) => string {
  const say = chatText();
  const step = useStepText();
  return ({ kind, last }, me) => {
    if (last === null) return say('list.nothing');
    if (last.kind !== 'text') return step(last);
    const text = last.text === '' ? say('list.file') : last.text;
    if (last.author.userId === me) return say('list.you', { text });
    return kind === 'direct' ? text : say('list.by', { name: `\u2068${last.author.name}\u2069`, text });
  };
}

type RowProps = {
  conversation: ConversationItem;
  address: ChatAddress;
  typing: readonly TypingPerson[];
  me: string;
  /** Of the other in a direct one. */
  state: PresenceState | null;
};
function ConversationRow({ conversation, address, typing, me, state }: RowProps) {
  const say = chatText();
  const times = useChatTimes();
  const lastText = useLastText();
  const { id, kind, name, account, last, unread, mentions, muted } = conversation;
  const writes = typing.find((one) => one.conversation === id);
  return (
    <li>
      <Link
        to={chatPath({ id, section: address.section })}
        className={s.row}
        aria-current={id === address.id ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <ConversationSign kind={kind} name={name} state={state} />
        <span className={s.rowWords}>
          <bdi className="cut">{account === null ? name : `${name}, ${account}`}</bdi>
          {writes === undefined ? (
            <span className="cut" dir="auto">
              {lastText(conversation, me)}
            </span>
          ) : (
            <span className={`cut ${s.writes}`}>{say('talk.typing', { names: writes.name, count: 1 })}</span>
          )}
        </span>
        <span className={s.rowEnd}>
          <span>
            {muted && (
              <>
                <IconBellOff size={14} stroke={1.75} />
                <span className="hidden">{say('list.muted')}</span>
              </>
            )}
            {last !== null && <bdi className="num">{times.short(last.at)}</bdi>}
          </span>
          {mentions > 0 && (
            <span className={s.badge} data-mention>
              <bdi aria-hidden="true">@{mentions}</bdi>
              <span className="hidden">{say('list.mentions', { count: mentions })}</span>
            </span>
          )}
          {mentions === 0 && unread > 0 && (
            <span className={s.badge}>
              <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
              <span className="hidden">{say('list.unread', { count: unread })}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Alt ↓ and Alt ↑ go through the list, Alt U to the next unread one. */
function useListKeys(items: readonly ConversationItem[], { id, section }: ChatAddress): void {
  const navigate = useNavigate();
  const latest = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    latest.current = (event) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]') !== null) return;
      const at = items.findIndex((one) => one.id === id);
      const after = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
      const next =
        event.key === 'ArrowDown'
          ? items[at + 1]
          : event.key === 'ArrowUp'
            ? items[at - 1]
            : event.code === 'KeyU'
              ? after.find(({ unread }) => unread > 0)
              : undefined;
      if (next === undefined) return;
      event.preventDefault();
      void navigate(chatPath({ id: next.id, section }));
    };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function SectionLinks({ section }: { section: ChatSection }) {
  const say = chatText();
  return (
    <nav className={s.sections} aria-label={say('list.sections')}>
      {(['mine', 'support'] as const).map((one) => (
        <Link key={one} to={chatPath({ section: one })} aria-current={one === section ? 'page' : undefined}>
          {say(`list.${one}`)}
        </Link>
      ))}
    </nav>
  );
}

type ListProps = { address: ChatAddress; typing: readonly TypingPerson[] };
/** My conversations, pinned ones first; above them the search of people and messages. */
export function ConversationList({ address, typing }: ListProps) {
  const say = chatText();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<'none' | 'new' | 'policy'>('none');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    conversationsQuery(useApi(chatApi), address.section),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const first = data?.pages[0];
  const { stateOf } = usePresence(address.id);
  useListKeys(items, address);
  // an open conversation has its own name as the heading of the page
  const Heading = address.id === null ? 'h1' : 'h2';
  const parts = [
    { name: 'pinned' as const, rows: items.filter(({ pinned }) => pinned) },
    { name: 'latest' as const, rows: items.filter(({ pinned }) => !pinned) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className={s.list}>
      <header className={s.listHead}>
        <Heading className="grow">{say('title')}</Heading>
        <ChatSettings conversation={address.id} onPolicy={first?.rights.policy === true ? () => setDialog('policy') : null} />
        <IconButton aria-label={say('begin.title')} onClick={() => setDialog('new')}>
          <IconEdit size={18} stroke={1.75} />
        </IconButton>
      </header>
      <SearchField
        className={s.search ?? ''}
        icon={<IconSearch size={16} stroke={1.75} />}
        aria-label={say('list.search')}
        placeholder={say('list.search')}
        maxLength={chatLimits.search}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {first?.rights.staff === true && <SectionLinks section={address.section} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className={s.rows} tabIndex={0} aria-label={say('list.title')}>
        {search.trim().length > 1 ? (
          <Suspense>
            <ChatFindings search={search.trim()} onDone={() => setSearch('')} />
          </Suspense>
        ) : (
          parts.map(({ name, rows }) => (
            <section key={name} aria-label={say(`list.${name}`)}>
              <h2>
                {name === 'pinned' && <IconPin size={14} stroke={1.75} />}
                {say(`list.${name}`)}
              </h2>
              <ul>
                {rows.map((one) => (
                  <ConversationRow
                    key={one.id}
                    conversation={one}
                    {...{ address, typing }}
                    me={first?.me ?? ''}
                    state={stateOf(one.otherId)}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
        {data !== undefined && items.length === 0 && search === '' && (
          <div className={s.empty}>
            <p className="soft">{say(address.section === 'support' ? 'list.noCustomers' : 'list.empty')}</p>
            {address.section === 'mine' && <Button onClick={() => setDialog('new')}>{say('begin.title')}</Button>}
          </div>
        )}
        {hasNextPage && search === '' && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {say('list.more')}
          </Button>
        )}
      </section>
      <footer className={s.listFoot}>
        <Keys keys={['Alt', '↓']}>{say('list.next')}</Keys>
        <Keys keys={['Alt', 'U']}>{say('list.nextUnread')}</Keys>
      </footer>
      <Suspense>
        {dialog === 'new' && <NewConversation support={first?.rights.support === true} onClose={() => setDialog('none')} />}
        {dialog === 'policy' && <PolicyDialog onClose={() => setDialog('none')} />}
      </Suspense>
    </div>
  );
}
