import type { ReactNode } from 'react';
import { Link } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import { postPath } from '../../blog-address.rules.ts';
import type { PostSummary } from '../../reading.contract.ts';
import { PostCoverArt } from './cover.part.tsx';
import { hueOf } from './cover-drawings.part.ts';
import s from './post-cards.module.css';
import { readerText } from './reader-text.hook.ts';

/** A title or excerpt in the language of its post, whatever the page's. */
export const PostWords = ({ post, children }: { post: Pick<PostSummary, 'locale'>; children: ReactNode }) => (
  <bdi lang={post.locale}>{children}</bdi>
);

/** Category, date and reading time. */
export function PostLine({ post }: { post: PostSummary }) {
  const say = readerText();
  return (
    <p className={s.line}>
      {post.category !== null && (
        <Link to={`/posts?category=${encodeURIComponent(post.category.slug)}`}>
          <bdi>{post.category.name}</bdi>
        </Link>
      )}
      <Time at={post.publishedAt} look="day" />
      <span>{say('read.minutes', { count: post.minutes })}</span>
    </p>
  );
}

/** The cover of a post; the title beside it is the link that is read out. */
type PostCoverProps = { post: PostSummary; sizes?: string; className?: string | undefined };
export const PostCover = ({ post, sizes = '(max-width: 640px) 100vw, 400px', className }: PostCoverProps) => (
  <Link to={postPath(post.slug)} tabIndex={-1} aria-hidden="true">
    <PostCoverArt post={post} hue={hueOf(post.category?.slug ?? null)} sizes={sizes} className={className} />
  </Link>
);

function PostCard({ post, level }: { post: PostSummary; level: 'h2' | 'h3' }) {
  const Heading = level;
  return (
    <article className={s.card}>
      <PostCover post={post} className={s.cover} />
      <PostLine post={post} />
      <Heading>
        <Link to={postPath(post.slug)}>
          <PostWords post={post}>{post.title}</PostWords>
        </Link>
      </Heading>
      <p className={s.excerpt}>
        <PostWords post={post}>{post.excerpt}</PostWords>
      </p>
    </article>
  );
}

/** Posts as a grid of three; `level` is that of their titles. */
export const PostGrid = ({ posts, level = 'h2' }: { posts: readonly PostSummary[]; level?: 'h2' | 'h3' }) => (
  <ul className={s.grid}>
    {posts.map((post) => (
      <li key={post.slug}>
        <PostCard post={post} level={level} />
      </li>
    ))}
  </ul>
);
