import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { postPath } from '../blog-address.rules.ts';
import { indexPath } from './index-address.hook.ts';
import type { PostSummary } from '../reading.contract.ts';
import { BlogSearch } from './blocks/blog-search.part.tsx';
import { PostCover, PostGrid, PostLine, PostWords } from './blocks/post-cards.part.tsx';
import { readerText } from './blocks/reader-text.hook.ts';
import s from './blog-index.module.css';
import { IndexBar } from './index-bar.part.tsx';
import type { IndexPage } from './index-loading.hook.ts';
import { SearchResults } from './search-results.part.tsx';

function LeadPost({ post }: { post: PostSummary }) {
  return (
    <article className={s.lead}>
      <PostCover post={post} className={s.leadCover} />
      <div>
        <PostLine post={post} />
        <h2>
          <Link to={postPath(post.slug)}>
            <PostWords post={post}>{post.title}</PostWords>
          </Link>
        </h2>
        <p>
          <PostWords post={post}>{post.excerpt}</PostWords>
        </p>
        <Link className={s.by ?? ''} to={indexPath({ author: post.authorName }, null)}>
          <Face name={post.authorName} size={32} />
          <bdi>{post.authorName}</bdi>
        </Link>
      </div>
    </article>
  );
}

function Pages({ page }: { page: IndexPage }) {
  const say = readerText();
  const { filter, chosen, next, place } = page;
  if (next === null && place === 'first') return null;
  return (
    <nav className={s.pages} aria-label={say('read.pages')}>
      {place === 'later' && (
        <Link className={s.way} to={indexPath(filter, chosen)}>
          <IconArrowLeft className="turn" size={16} stroke={1.75} />
          {say('read.newest')}
        </Link>
      )}
      <span className="grow" />
      {next !== null && (
        <Link className={s.way} to={indexPath(filter, chosen, next)} rel="next">
          {say('read.older')}
          <IconArrowRight className="turn" size={16} stroke={1.75} />
        </Link>
      )}
    </nav>
  );
}

/** Nothing published at all, nothing under the filter, or nothing for the words. */
function Nothing({ page }: { page: IndexPage }) {
  const say = readerText();
  const { filter, language, menu, latest } = page;
  if (menu.locales.length === 0) return <EmptyState title={say('read.empty')} text={say('read.emptyText')} />;
  const words = filter.search;
  const title = words === undefined ? say('read.noMatch') : say('read.nothing', { words });
  return (
    <>
      <EmptyState title={title} text={say(words === undefined ? 'read.noMatchText' : 'read.nothingText')}>
        {language !== null && words !== undefined ? (
          <LinkButton to={indexPath(filter, 'all')} size="md">
            {say('read.searchAll')}
          </LinkButton>
        ) : (
          <LinkButton to={indexPath({}, 'all')} size="md">
            {say('read.showAll')}
          </LinkButton>
        )}
      </EmptyState>
      {latest.length > 0 && (
        <section className={s.latest} aria-labelledby="latest">
          <h2 id="latest">{say('read.newest')}</h2>
          <PostGrid posts={latest} level="h3" />
        </section>
      )}
    </>
  );
}

/** What narrows the list beside category and language, with the way out. */
function Narrowed({ page }: { page: IndexPage }) {
  const say = readerText();
  const { author, tag, search, ...rest } = page.filter;
  if (author === undefined && tag === undefined && search === undefined) return null;
  return (
    <div className={s.narrowed}>
      <p>
        {search !== undefined && <span>{say('read.results', { words: search })}</span>}
        {author !== undefined && <span>{say('read.byAuthor', { name: author })}</span>}
        {tag !== undefined && <span>{say('read.withTag', { tag })}</span>}
      </p>
      <Link className={s.way} to={indexPath(rest, page.chosen)}>
        {say('read.showAll')}
      </Link>
    </div>
  );
}

function Posts({ page }: { page: IndexPage }) {
  const { posts, place, filter } = page;
  const [lead, ...rest] = posts;
  if (lead === undefined) return <Nothing page={page} />;
  if (filter.search !== undefined) return <SearchResults posts={posts} words={filter.search} />;
  if (place === 'later') return <PostGrid posts={posts} />;
  return (
    <>
      <LeadPost post={lead} />
      <PostGrid posts={rest} />
    </>
  );
}

/** The blog for its readers; `page` is what `loadIndex` gave. */
export function BlogIndex({ page }: { page: IndexPage }) {
  const say = readerText();
  const category = page.menu.categories.find((one) => one.slug === page.filter.category);
  usePageTitle(category?.name ?? null);
  const { search: _words, ...kept } = page.filter;
  return (
    <div className={s.page}>
      <header className={s.head}>
        <div className="grow">
          <h1>{say('read.title')}</h1>
          <p className={s.sub}>
            <bdi>{category === undefined || category.description === '' ? say('read.lead') : category.description}</bdi>
          </p>
        </div>
        <BlogSearch
          words={page.filter.search ?? ''}
          keep={{ ...kept, ...(page.chosen === null ? {} : { language: page.chosen }) }}
        />
      </header>
      <IndexBar page={page} />
      <Narrowed page={page} />
      <Posts page={page} />
      <Pages page={page} />
    </div>
  );
}
