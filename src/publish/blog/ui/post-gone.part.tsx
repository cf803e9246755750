import { usePageTitle } from '#kit/ui/page.tsx';
import type { PostSummary } from '../reading.contract.ts';
import { BlogSearch } from './blocks/blog-search.part.tsx';
import { PostGrid } from './blocks/post-cards.part.tsx';
import { readerText } from './blocks/reader-text.hook.ts';
import s from './post.module.css';

/** What a reader finds where a post was. */
export function GonePost({ newest }: { newest: readonly PostSummary[] }) {
  const say = readerText();
  usePageTitle(say('post.gone'));
  return (
    <div className={s.page}>
      <header className={s.gone}>
        <h1>{say('post.gone')}</h1>
        <p className="soft">{say('post.goneText')}</p>
        <BlogSearch />
      </header>
      {newest.length > 0 && (
        <section className={s.more} aria-labelledby="newest">
          <h2 id="newest">{say('read.newest')}</h2>
          <PostGrid posts={newest} level="h3" />
        </section>
      )}
    </div>
  );
}
