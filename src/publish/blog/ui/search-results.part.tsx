import { createElement, Fragment, type ReactNode } from 'react';
import { wordsIn } from '#kit/search-text.ts';
import { Link } from '#kit/ui/link.tsx';
import { postPath } from '../blog-address.rules.ts';
import type { PostSummary } from '../reading.contract.ts';
import { PostLine, PostWords } from './blocks/post-cards.part.tsx';
import s from './blog-index.module.css';

// every second piece is a word that fits
const piece = (text: string, at: number): ReactNode => (at % 2 === 0 ? text : <mark>{text}</mark>);
/** The text with each word marked that begins as one of those searched for. */
function marked(text: string, words: string): ReactNode {
  const parts = wordsIn(words);
  if (parts.length === 0) return text;
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])((?:${parts.join('|')})[\\p{L}\\p{N}\\p{M}]*)`, 'giu'));
  return createElement(Fragment, null, ...pieces.map(piece));
}

/** What was found, as lines. */
export const SearchResults = ({ posts, words }: { posts: readonly PostSummary[]; words: string }) => (
  <ul className={s.results}>
    {posts.map((post) => (
      <li key={post.slug}>
        <article>
          <h2>
            <Link to={postPath(post.slug)}>
              <PostWords post={post}>{marked(post.title, words)}</PostWords>
            </Link>
          </h2>
          <p className="soft">
            <PostWords post={post}>{marked(post.excerpt, words)}</PostWords>
          </p>
          <PostLine post={post} />
        </article>
      </li>
    ))}
  </ul>
);
