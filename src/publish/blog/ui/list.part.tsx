import { useQuery } from '@tanstack/react-query';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { locales } from '#kit/facts.ts';
import { Keys, PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import type { ListFilter } from '#kit/ui/table/table-shape.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { PostAction } from '../blog.rules.ts';
import type { PostItem } from '../posts.contract.ts';
import { useActOnPosts, useOpenPost } from './list-act.hook.ts';
import { PostsBulk } from './list-bulk.part.tsx';
import { type CategoryName, columnsOf, titleOf } from './list-columns.part.tsx';
import { postsListQuery, postsShape, usePostsList } from './list-data.hook.ts';
import { categoryChoicesQuery, postsApi } from './posts-api.hook.ts';
import { PostMenu } from './list-menu.part.tsx';
import { StateSegments } from './list-segments.part.tsx';
import { sharedActions } from './list-steps.hook.ts';
import { type ListSay, listText } from './list-text.hook.ts';
import { nameIn } from '../category-names.rules.ts';
import s from './list.module.css';

const ScheduleDialog = loadable(async () => (await import('./list-schedule.part.tsx')).ScheduleDialog);

/** Asked for before the list is shown. */
export const loadList = async ({ api, queries, url }: LoadContext): Promise<void> => {
  const posts = api(postsApi);
  await Promise.all([
    queries.ensureQueryData(postsListQuery(posts, readListState(url.searchParams, postsShape))),
    queries.ensureQueryData(categoryChoicesQuery(posts)),
  ]);
};

function NoPosts() {
  const say = listText();
  return (
    <EmptyState title={say('list.empty.title')} text={say('list.empty.text')}>
      <LinkButton to="/posts/add-post" variant="filled" size="md" leftSection={<IconPlus size={16} stroke={2} />}>
        {say('list.new')}
      </LinkButton>
      <LinkButton to="/newedit" size="md">
        {say('list.empty.write')}
      </LinkButton>
    </EmptyState>
  );
}

function filtersOf(say: ListSay, categories: readonly CategoryName[]): ListFilter[] {
  return [
    {
      id: 'kept',
      title: say('list.show'),
      options: [
        { value: 'archived', label: say('list.archived') },
        { value: 'trashed', label: say('list.bin') },
      ],
    },
    { id: 'language', title: say('list.language'), options: locales.map((value) => ({ value, label: localeNames[value] })) },
    ...(categories.length > 0
      ? [{ id: 'category', title: say('list.category'), options: categories.map(({ id, name }) => ({ value: id, label: name })) }]
      : []),
  ];
}

type PostScheduling = { posts: readonly PostItem[]; clear: () => void };
/** What is under way with posts of the list, and what went wrong with it. */
function usePostActs() {
  const [trouble, setTrouble] = useState('');
  const [scheduling, setScheduling] = useState<PostScheduling | null>(null);
  const { take, setCategory, wordsOf } = useActOnPosts(setTrouble);
  const open = useOpenPost(setTrouble);
  const run = (work: Promise<unknown>, clear: () => void) => {
    setTrouble('');
    void work.then(
      (done) => done !== false && clear(),
      (error: unknown) => setTrouble(wordsOf(error)),
    );
  };
  return {
    trouble,
    scheduling,
    take,
    open,
    endScheduling: () => setScheduling(null),
    act: (posts: readonly PostItem[], action: PostAction, clear: () => void = () => {}) =>
      action === 'schedule' ? setScheduling({ posts, clear }) : run(take(posts, { action }), clear),
    categorize: (posts: readonly PostItem[], id: string | null, clear: () => void) => run(setCategory(posts, id), clear),
  };
}

function Schedule({ acts }: { acts: ReturnType<typeof usePostActs> }) {
  const { scheduling, endScheduling } = acts;
  if (scheduling === null) return null;
  const { posts, clear } = scheduling;
  const publish = () => {
    endScheduling();
    acts.act(posts, 'publish', clear);
  };
  return (
    <Suspense>
      <ScheduleDialog
        posts={posts}
        onSchedule={(at) => acts.take(posts, { action: 'schedule', at }).then(clear)}
        onPublish={sharedActions(posts).includes('publish') ? publish : null}
        onClose={endScheduling}
      />
    </Suspense>
  );
}

/** P shows what readers would see of the row that J and K lead to. */
function usePreviewKey(rows: readonly PostItem[], open: (post: PostItem) => void): void {
  useShortcut('p', () => {
    const link = document.querySelector('tr[data-here] a[data-row-link]')?.getAttribute('href');
    const post = rows.find(({ id }) => link === `/posts/edit-posts/${id}`);
    if (post !== undefined && post.state !== 'trashed') open(post);
  });
}

/** `/posts` for those who write: every post with its state and next date. */
export function PostList() {
  const say = listText();
  const time = useTimeText();
  const { locale, now } = useReader();
  const api = useApi(postsApi);
  const navigate = useNavigate();
  const list = usePostsList();
  const acts = usePostActs();
  const query = useQuery({ ...postsListQuery(api, list), placeholderData: (before) => before });
  const choices = useQuery(categoryChoicesQuery(api)).data?.items ?? [];
  const categories = choices.map(({ id, slug, names }) => ({ id, slug, name: nameIn(names, locale) }));
  const rows = query.data?.items;
  const none = rows?.length === 0 && !list.narrowed && list.after === null;
  const counts = query.data?.counts ?? {};
  useShortcut('c', () => void navigate('/posts/add-post'));
  usePreviewKey(rows ?? [], acts.open);
  return (
    <>
      <PageHead title={say('list.title')}>
        <LinkButton to="/posts?view=blog" leftSection={<IconExternalLink className="turn" size={16} stroke={1.75} />}>
          {say('list.view')}
        </LinkButton>
        {!none && (
          <LinkButton to="/posts/add-post" variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
            {say('list.new')}
          </LinkButton>
        )}
      </PageHead>
      {acts.trouble !== '' && (
        <div className={s.trouble}>
          <Banner hue="red">{acts.trouble}</Banner>
        </div>
      )}
      <div className={s.list}>
        <DataTable
          name="posts"
          label={say('list.title')}
          list={list}
          columns={columnsOf({ say, time, now, categories })}
          rows={rows}
          rowId={(post) => post.id}
          rowName={(post) => titleOf(post, say)}
          page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
          pending={query.isPending}
          {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
          filters={filtersOf(say, categories)}
          searchLabel={say('list.search')}
          beside={<StateSegments list={list} counts={counts} />}
          keys={
            <>
              <Keys keys={['Enter']}>{say('list.keys.edit')}</Keys>
              <Keys keys={['P']}>{say('list.keys.preview')}</Keys>
              <Keys keys={['C']}>{say('list.keys.new')}</Keys>
            </>
          }
          csv={{ file: 'posts.csv', page: (at) => postsListQuery(api, at).queryFn() }}
          onOpen={(post) => void navigate(`/posts/edit-posts/${post.id}`)}
          actions={(post) => <PostMenu post={post} onAct={acts.act} onPreview={acts.open} />}
          bulk={(ids, clear) => (
            <PostsBulk
              posts={(rows ?? []).filter(({ id }) => ids.includes(id))}
              categories={categories}
              onAct={(posts, action) => acts.act(posts, action, clear)}
              onCategory={(posts, id) => acts.categorize(posts, id, clear)}
            />
          )}
          empty={<NoPosts />}
        />
      </div>
      <Schedule acts={acts} />
    </>
  );
}
