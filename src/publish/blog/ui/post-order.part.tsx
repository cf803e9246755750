import { IconArrowsSort, IconGripVertical } from '@tabler/icons-react';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Keys } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Time } from '#kit/ui/time.tsx';
import { notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import { type categoriesCalls, categoryOrderings } from '../categories.contract.ts';
import { categoriesApi, categoryPostsQuery, useCategoriesKept } from './categories-data.hook.ts';
import { categoriesText, refusalsOf } from './categories-text.hook.ts';
import s from './categories.module.css';
import { rowsOf } from './category-places.hook.ts';
import { FlyingRow } from './lifted-row.part.tsx';
import { type BranchLifting, useLifting } from './lifting.hook.ts';
import { useQueryClient } from '@tanstack/react-query';

type CategoryPosts = ResultIn<typeof categoriesCalls.posts>;
type CategoryPost = CategoryPosts['items'][number];
type PostOrdering = CategoryPosts['ordering'];

/** Saves an order at once, with a way back; the list shows it before the server has answered. */
function useOrder(id: string, { items, ordering }: CategoryPosts) {
  const say = categoriesText();
  const api = useApi(categoriesApi);
  const toast = useToast();
  const queries = useQueryClient();
  const { refresh } = useCategoriesKept();
  const failureText = useFailureText(refusalsOf(say));
  const [trouble, setTrouble] = useState('');
  const byHand = (posts: readonly string[]) => api.categories.order({ params: { id }, body: { posts: [...posts] } });
  const byDate = async () => {
    const of = (await api.categories.list({})).items.find((one) => one.id === id);
    if (of === undefined) throw notFound();
    await api.categories.edit({ params: { id }, body: { revision: of.revision, ordering: 'date' } });
  };
  const before = items.map((one) => one.id);
  const undo = () => (ordering === 'date' ? byDate() : byHand(before)).then(refresh);
  const save = async (work: Promise<unknown>) => {
    setTrouble('');
    try {
      await work;
      toast({ icon: IconArrowsSort, text: say('categories.order.saved'), undo });
    } catch (error) {
      setTrouble(failureText(error));
    }
    await refresh();
  };
  return {
    trouble,
    choose: (next: PostOrdering) => void save(next === 'date' ? byDate() : byHand(before)),
    order: (posts: readonly CategoryPost[]) => {
      queries.setQueryData(categoryPostsQuery(api, id).queryKey, { items: [...posts], ordering: 'hand' });
      void save(byHand(posts.map((post) => post.id)));
    },
  };
}

function PostRow({ post, lifting, where }: { post: CategoryPost; lifting: BranchLifting; where: string }) {
  const say = categoriesText();
  const { lifted } = lifting;
  return (
    <li data-row={post.id} data-lifted={lifted?.id === post.id ? lifted.by : undefined}>
      <button
        type="button"
        className={s.grip}
        aria-label={say('categories.drag', { name: post.title })}
        {...lifting.handle(post.id)}
      >
        <IconGripVertical size={16} stroke={1.75} />
      </button>
      <bdi className={`grow ${s.postTitle}`}>{post.title}</bdi>
      {lifted?.id === post.id ? (
        <span className={s.where} aria-hidden="true">
          {where}
        </span>
      ) : (
        <span className="tiny quiet">
          <Time at={post.publishedAt} />
        </span>
      )}
    </li>
  );
}

/** The posts of a category in the order of its readers: by date, or as they are dragged. */
export function PostOrder({ id, name, page }: { id: string; name: string; page: CategoryPosts }) {
  const say = categoriesText();
  const { items, ordering } = page;
  const { trouble, choose, order } = useOrder(id, page);
  const [spoken, setSpoken] = useState('');
  const rows = rowsOf(items.map((post) => ({ id: post.id, parentId: null })));
  const titleOf = (post: string) => items.find((one) => one.id === post)?.title ?? '';
  const placeAfter = (after: string | null, moved: string) => {
    const others = items.filter((one) => one.id !== moved);
    return others.findIndex((one) => one.id === after) + 1;
  };
  const where = (moved: string, after: string | null) =>
    say('categories.lift.top', { place: placeAfter(after, moved) + 1, count: items.length });
  const lifting = useLifting({
    rows,
    deepest: () => 0,
    onDrop: (moved, { after }) => {
      const post = items.find((one) => one.id === moved);
      const others = items.filter((one) => one.id !== moved);
      if (post !== undefined) order(others.toSpliced(placeAfter(after, moved), 0, post));
    },
    onSay: (what, moved, { after }) => {
      const named = { name: titleOf(moved) };
      if (what === 'step') return setSpoken(where(moved, after));
      if (what === 'drop') return setSpoken(say('categories.lift.dropped', { ...named, where: where(moved, after) }));
      setSpoken(say(what === 'start' ? 'categories.lift.start' : 'categories.lift.cancelled', named));
    },
  });
  const { lifted, place } = lifting;
  const placeText = lifted !== null && place !== null ? where(lifted.id, place.after) : '';
  return (
    <div className={s.order} data-lifting={lifted?.by}>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      <SegmentedControl
        aria-label={say('categories.order.by')}
        value={ordering}
        onChange={(value) => choose(value === 'hand' ? 'hand' : 'date')}
        data={categoryOrderings.map((value) => ({ value, label: say(`categories.form.${value}`) }))}
      />
      <ol ref={lifting.list} className={s.posts} aria-label={say('categories.order.posts', { name })}>
        {lifting.shown.map(({ id: shown }) => {
          const post = items.find((one) => one.id === shown);
          return post && <PostRow key={shown} post={post} lifting={lifting} where={placeText} />;
        })}
      </ol>
      {lifted?.by === 'pointer' && <FlyingRow lifted={lifted} name={titleOf(lifted.id)} where={placeText} />}
      <p className="hidden" role="status">
        {spoken}
      </p>
      <footer className={s.foot}>
        <span className={s.footKeys}>
          <Keys keys={['Space']}>{say('categories.keys.lift')}</Keys>
          <Keys keys={['↑', '↓']}>{say('categories.keys.move')}</Keys>
          <Keys keys={['Esc']}>{say('categories.keys.back')}</Keys>
        </span>
        <span>{say('categories.order.count', { count: items.length })}</span>
      </footer>
    </div>
  );
}
