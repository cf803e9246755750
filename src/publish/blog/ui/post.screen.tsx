import { IconWorld } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import { locales } from '#kit/facts.ts';
import { Face } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { contentsOf, RichTextView } from '#kit/ui/rich-text/rich-text-view.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import { directionOf, localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time } from '#kit/ui/time.tsx';
import { postPath } from '../blog-address.rules.ts';
import { indexPath } from './index-address.hook.ts';
import type { PublicPost } from '../reading.contract.ts';
import { PostCoverArt } from './blocks/cover.part.tsx';
import { hueOf } from './blocks/cover-drawings.part.ts';
import { partsOf } from './blocks/text-parts.part.tsx';
import { PostGrid } from './blocks/post-cards.part.tsx';
import type { PostSlots } from './blocks/post-slots.hook.ts';
import { readerText } from './blocks/reader-text.hook.ts';
import { PostContents } from './post-contents.part.tsx';
import { GonePost, loadPost, type PostPage } from './post-loading.hook.ts';
import s from './post.module.css';
import { ShareLinks } from './share-links.part.tsx';

/** With the newsletters below it. */
const loadWith = (slots: PostSlots) => async (context: LoadContext) => {
  const [page, newsletters] = await Promise.all([loadPost(context), slots.newsletters(context)]);
  return { page, newsletters };
};

type ShownPost = Extract<PostPage, { state: 'there' }>;

/** Where the post is not in the reader's language: the way to it, or that there is none. */
function LanguageNote({ post, names }: ShownPost) {
  const say = readerText();
  const { locale } = useReader();
  if (post.locale === locale) return null;
  const own = post.languages.find((one) => one.locale === locale);
  return (
    <p className={s.note}>
      {own === undefined ? (
        say('post.notTranslated', { language: names.reader, original: names.post })
      ) : (
        <Link className="link" to={postPath(own.slug)}>
          {say('post.translated', { language: names.reader })}
        </Link>
      )}
    </p>
  );
}

function Languages({ post }: { post: PublicPost }) {
  const say = readerText();
  if (post.languages.length < 2) return null;
  const languages = locales.flatMap((locale) => post.languages.filter((one) => one.locale === locale));
  return (
    <nav className={s.languages} aria-label={say('post.languages')}>
      <IconWorld size={16} stroke={1.75} />
      <ul>
        {languages.map((one) => (
          <li key={one.locale}>
            <Link
              to={postPath(one.slug)}
              lang={one.locale}
              hrefLang={one.locale}
              aria-current={one.locale === post.locale ? 'true' : undefined}
            >
              {localeNames[one.locale]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Byline({ post }: { post: PublicPost }) {
  const say = readerText();
  return (
    <div className={s.by}>
      <Face name={post.authorName} size={36} />
      <div>
        <b>
          <bdi>{post.authorName}</bdi>
        </b>
        <p className="quiet">
          <DotLine>
            <Time at={post.publishedAt} look="day" />
            {say('read.minutes', { count: post.minutes })}
          </DotLine>
        </p>
      </div>
    </div>
  );
}

function Head(page: ShownPost) {
  const say = readerText();
  const { post } = page;
  const written = { lang: post.locale, dir: directionOf(post.locale) };
  return (
    <header className={s.head}>
      <p className={s.trail}>
        <Link to="/posts">{say('read.title')}</Link>
        {post.category !== null && (
          <Link to={indexPath({ category: post.category.slug }, null)}>
            <bdi>{post.category.name}</bdi>
          </Link>
        )}
      </p>
      <LanguageNote {...page} />
      <h1 {...written}>{post.title}</h1>
      {post.standfirst !== '' && (
        <p className={s.standfirst} {...written}>
          {post.standfirst}
        </p>
      )}
      <div className={s.meta}>
        <Byline post={post} />
        <Languages post={post} />
      </div>
    </header>
  );
}

/** Tags, sharing on narrow screens, and who wrote it. */
function After({ post, address }: ShownPost) {
  const say = readerText();
  return (
    <footer className={s.after}>
      {post.tags.length > 0 && (
        <ul className={s.tags} aria-label={say('post.tags')}>
          {post.tags.map((tag) => (
            <li key={tag}>
              <Link to={indexPath({ tag }, null)}>
                <bdi>{tag}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {post.preview === null && <ShareLinks shared={{ address, title: post.title }} place="row" />}
      <section className={s.author} aria-label={say('post.author')}>
        <Face name={post.authorName} size={48} />
        <div>
          <h2>
            <bdi>{post.authorName}</bdi>
          </h2>
          <Link className="link" to={indexPath({ author: post.authorName }, null)}>
            {say('post.byAuthor', { name: post.authorName })}
          </Link>
        </div>
      </section>
    </footer>
  );
}

type PostProps = { page: ShownPost; signUp: ReactNode };
function Post({ page, signUp }: PostProps) {
  const say = readerText();
  const { post, address, previewDays } = page;
  const sections = useMemo(() => contentsOf(post.body), [post.body]);
  const parts = useMemo(() => partsOf(post), [post]);
  usePageTitle(post.seoTitle === '' ? post.title : post.seoTitle);
  return (
    <div className={s.page}>
      {post.preview !== null && (
        <p className={s.preview} role="status">
          {say('post.preview', { days: previewDays })}
        </p>
      )}
      <article>
        <Head {...page} />
        <PostCoverArt
          post={post}
          hue={hueOf(post.category?.slug ?? null)}
          sizes="(max-width: 1200px) 100vw, 1200px"
          className={s.cover}
        />
        <div className={s.body}>
          <PostContents sections={sections} />
          <div className={s.column}>
            <div className={s.text} lang={post.locale} dir={directionOf(post.locale)}>
              <RichTextView text={post.body} parts={parts} />
            </div>
            <After {...page} />
            {page.post.preview === null && signUp}
          </div>
          {post.preview === null ? <ShareLinks shared={{ address, title: post.title }} place="column" /> : <span />}
        </div>
      </article>
      {post.related.length > 0 && (
        <section className={s.more} aria-labelledby="related">
          <h2 id="related">{say('post.related')}</h2>
          <PostGrid posts={post.related} level="h3" />
        </section>
      )}
    </div>
  );
}

/** One post for its readers. */
export function postScreen(slots: PostSlots): ScreenModule {
  const load = loadWith(slots);
  const Screen = () => {
    const { page, newsletters } = useLoaded<typeof load>();
    if (page.state === 'gone') {
      return (
        <Suspense>
          <GonePost newest={page.newest} />
        </Suspense>
      );
    }
    const signUp = newsletters.length > 0 && (
      <Suspense>
        <slots.SignUp lists={newsletters} source={postPath(page.post.slug)} place="post" />
      </Suspense>
    );
    return <Post key={page.post.slug} page={page} signUp={signUp} />;
  };
  return { load, Screen };
}
