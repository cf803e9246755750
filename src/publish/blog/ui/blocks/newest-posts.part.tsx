import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '#kit/ui/link.tsx';
import type { PostSummary } from '../../reading.contract.ts';
import s from './newest-posts.module.css';
import { PostGrid } from './post-cards.part.tsx';
import { readerText } from './reader-text.hook.ts';

/** The newest posts on another page. */
export function NewestPosts({ posts }: { posts: readonly PostSummary[] }) {
  const say = readerText();
  return (
    <section className={s.newest} aria-labelledby="from-blog">
      <header>
        <h2 id="from-blog">{say('read.fromBlog')}</h2>
        <Link to="/posts">
          {say('read.all')}
          <IconArrowRight className="turn" size={16} stroke={1.75} />
        </Link>
      </header>
      <PostGrid posts={posts} level="h3" />
    </section>
  );
}
