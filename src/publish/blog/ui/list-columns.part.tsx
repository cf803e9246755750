import { Face } from '#kit/ui/bits.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { Time, type useTimeText } from '#kit/ui/time.tsx';
import { locales } from '#kit/facts.ts';
import { blogLimits } from '../blog.rules.ts';
import type { PostItem } from '../posts.contract.ts';
import { LanguageCodes } from './language-codes.part.tsx';
import { DrawnCover } from './blocks/cover.part.tsx';
import { hueOf } from './blocks/cover-drawings.part.ts';
import { CategoryDot } from './category-dot.part.tsx';
import { isEdited } from './list-steps.hook.ts';
import type { ListSay } from './list-text.hook.ts';
import { statusOfPost } from './post-state.part.tsx';
import s from './list.module.css';

const dayMs = 86_400_000;
export type CategoryName = { id: string; slug: string; name: string };
export type ColumnWords = {
  say: ListSay;
  time: ReturnType<typeof useTimeText>;
  now: number;
  categories: readonly CategoryName[];
};

export const titleOf = (post: Pick<PostItem, 'title'>, say: ListSay): string =>
  post.title === '' ? say('list.untitled') : post.title;

/** What one would open a post for: when it is public, since when it waits, how far it is. */
function lineOf(post: PostItem, { say, time, now }: ColumnWords): string {
  const since = (at: number) => say('list.line.since', { time: time(at) });
  switch (post.state) {
    case 'draft':
      return say('list.line.languages', { count: post.languages.length, all: locales.length });
    case 'in_review':
      return since(post.updatedAt);
    case 'scheduled':
      return post.publishAt === null ? '' : time(post.publishAt, 'full');
    case 'published': {
      const edited = post.languages.filter(({ state }) => state === 'edited').map(({ editedAt }) => editedAt);
      if (edited.length > 0) return say('list.line.edited', { time: time(Math.min(...edited)) });
      return post.publishedAt === null ? '' : time(post.publishedAt);
    }
    case 'archived':
      return since(post.updatedAt);
    case 'trashed': {
      const left = post.updatedAt + blogLimits.trashDays * dayMs - now;
      return say('list.line.until', { days: Math.max(1, Math.ceil(left / dayMs)) });
    }
  }
}
const waits = (post: PostItem): boolean => post.state === 'in_review' || (post.state === 'published' && isEdited(post));

function titleCell(post: PostItem, { say, categories }: ColumnWords) {
  const category = categories.find(({ id }) => id === post.categoryId);
  return (
    <span className={s.post}>
      {post.cover === null ? (
        <DrawnCover seed={post.id} hue={hueOf(category?.slug ?? null)} className={s.cover} />
      ) : (
        <img src={post.cover} alt="" loading="lazy" className={s.cover} />
      )}
      <span className={s.words}>
        <RowLink to={`/posts/edit-posts/${post.id}`} {...(s.title !== undefined && { className: s.title })}>
          <bdi>{titleOf(post, say)}</bdi>
        </RowLink>
        <span className={s.under}>
          {category !== undefined && (
            <span className={s.category}>
              <CategoryDot hue={hueOf(category.slug)} />
              <bdi>{category.name}</bdi>
            </span>
          )}
          {post.slug !== '' && <bdi dir="ltr" className={s.address}>{`/blog/${post.slug}`}</bdi>}
        </span>
      </span>
    </span>
  );
}

export function columnsOf(words: ColumnWords): TableColumn<PostItem>[] {
  const { say, time, categories } = words;
  const codeWords = {
    of: (language: string, state: 'live' | 'edited' | 'draft') => say(`list.code.${state}`, { language }),
    more: (count: number) => say('list.code.more', { count }),
  };
  return [
    {
      id: 'post',
      title: say('list.post'),
      lead: 'lead',
      phone: 'name',
      bone: 240,
      text: (post) => post.title,
      cell: (post) => titleCell(post, words),
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      bone: 96,
      text: (post) => post.state,
      cell: (post) => (
        <span className={s.state}>
          <Status of={statusOfPost[post.state]} look="plain" />
          <span className={s.line} data-waits={waits(post) || undefined}>
            {lineOf(post, words)}
          </span>
        </span>
      ),
    },
    {
      id: 'languages',
      title: say('list.languages'),
      narrow: 'hide',
      text: (post) => post.languages.map(({ locale }) => localeNames[locale]).join(', '),
      cell: (post) => <LanguageCodes marks={post.languages} first={post.locale} words={codeWords} />,
    },
    {
      id: 'category',
      title: say('list.category'),
      narrow: 'hide',
      optional: 'off',
      text: (post) => categories.find(({ id }) => id === post.categoryId)?.name ?? '',
      cell: (post) => categories.find(({ id }) => id === post.categoryId)?.name ?? null,
    },
    {
      id: 'author',
      title: say('list.author'),
      narrow: 'hide',
      optional: 'off',
      text: (post) => post.authorName,
      cell: (post) => <bdi>{post.authorName}</bdi>,
    },
    {
      id: 'updated',
      title: say('list.updated'),
      phone: 'time',
      text: (post) => time(post.updatedAt, 'full'),
      cell: (post) => (
        <span className={s.changed}>
          {post.updatedBy !== null && Face({ name: post.updatedBy.name, size: 24 })}
          <span className={s.words}>
            <Time at={post.updatedAt} />
            {post.updatedBy !== null && <bdi className={s.by}>{post.updatedBy.name}</bdi>}
          </span>
        </span>
      ),
    },
  ];
}
