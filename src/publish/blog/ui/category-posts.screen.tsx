import { useQuery } from '@tanstack/react-query';
import { isId } from '#kit/ids.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CategoryView } from '../categories.contract.ts';
import { categoriesApi, categoriesQuery, categoryPostsQuery } from './categories-data.hook.ts';
import { categoriesText } from './categories-text.hook.ts';
import s from './categories.module.css';
import { nameIn } from '../category-names.rules.ts';
import { PostOrder } from './post-order.part.tsx';

const treeOf = ({ api, queries }: LoadContext) => queries.ensureQueryData(categoriesQuery(api(categoriesApi)));
export const load = async (context: LoadContext) => {
  const { id } = context.params;
  const posts = id === undefined ? null : context.queries.ensureQueryData(categoryPostsQuery(context.api(categoriesApi), id));
  await Promise.all([treeOf(context), posts]);
  return { id: id ?? null };
};
export const validate = async (context: LoadContext): Promise<boolean> => {
  const { id } = context.params;
  return id === undefined || (isId(id) && (await treeOf(context)).items.some((one) => one.id === id));
};

function Posts({ of }: { of: CategoryView }) {
  const say = categoriesText();
  const { locale } = useReader();
  const { data } = useQuery(categoryPostsQuery(useApi(categoriesApi), of.id));
  const name = nameIn(of.names, locale);
  usePageTitle(name);
  return (
    <>
      <PageHead title={<bdi>{name}</bdi>} sub={say('categories.order.title')}>
        <LinkButton to={`/categories/edit-categories/${of.id}`}>{say('categories.order.back')}</LinkButton>
      </PageHead>
      {data?.items.length === 0 && (
        <EmptyState title={say('categories.order.none')} text={say('categories.order.noneText')}>
          <LinkButton to="/posts">{say('categories.order.toPosts')}</LinkButton>
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && <PostOrder id={of.id} name={name} page={data} />}
    </>
  );
}

function Choose({ items }: { items: readonly CategoryView[] }) {
  const say = categoriesText();
  const { locale } = useReader();
  return (
    <>
      <PageHead title={say('categories.order.title')} sub={say('categories.order.choose')} />
      <ul className={s.choose}>
        {items.map((one) => (
          <li key={one.id}>
            <Link to={`/categories/edit-blogs/${one.id}`}>
              <bdi className="grow">{nameIn(one.names, locale)}</bdi>
              <span className="small quiet">{say('categories.order.count', { count: one.posts.own })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `/categories/edit-blogs/{id?}`: the posts of a category and their order; without an id, the categories to choose from. */
export function Screen() {
  const { id } = useLoaded<typeof load>();
  const items = useQuery(categoriesQuery(useApi(categoriesApi))).data?.items ?? [];
  const of = items.find((one) => one.id === id);
  return of === undefined ? <Choose items={items} /> : <Posts key={of.id} of={of} />;
}
