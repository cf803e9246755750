import { IconRss, IconWorld } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { Link } from '#kit/ui/link.tsx';
import { localeNames } from '#kit/ui/text/locale.ts';
import { locales } from '#kit/facts.ts';
import { indexPath } from './index-address.hook.ts';
import { readerText } from './blocks/reader-text.hook.ts';
import s from './blog-index.module.css';
import type { IndexPage } from './index-loading.hook.ts';

function Categories({ page }: { page: IndexPage }) {
  const say = readerText();
  const { category, ...rest } = page.filter;
  const top = page.menu.categories.filter((one) => one.parent === null || one.slug === category);
  if (top.length === 0) return <span className="grow" />;
  return (
    <nav className={s.categories} aria-label={say('read.categories')}>
      <ul>
        <li>
          <Link to={indexPath(rest, page.chosen)} aria-current={category === undefined ? 'page' : undefined}>
            {say('read.all')}
          </Link>
        </li>
        {top.map((one) => (
          <li key={one.slug}>
            <Link
              to={indexPath({ ...rest, category: one.slug }, page.chosen)}
              aria-current={one.slug === category ? 'page' : undefined}
            >
              <bdi>{one.name}</bdi> <bdi className="num">{one.posts}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The language of the posts; the one in the top bar is that of the site. */
function LanguageFilter({ page }: { page: IndexPage }) {
  const say = readerText();
  const navigate = useNavigate();
  if (page.menu.locales.length < 2) return null;
  const offered = locales.filter((one) => page.menu.locales.includes(one) || one === page.language);
  return (
    <label className={s.way}>
      <IconWorld size={16} stroke={1.75} />
      <select
        aria-label={say('read.language')}
        value={page.language ?? 'all'}
        onChange={(event) => {
          const { value } = event.currentTarget;
          void navigate(indexPath(page.filter, offered.find((one) => one === value) ?? 'all'));
        }}
      >
        <option value="all">{say('read.allLanguages')}</option>
        {offered.map((one) => (
          <option key={one} value={one} lang={one}>
            {localeNames[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Categories, language and feed in one line, in two on a phone. */
export function IndexBar({ page }: { page: IndexPage }) {
  const say = readerText();
  if (page.menu.locales.length === 0) return null;
  const { category } = page.filter;
  const feed = new URLSearchParams({
    ...(page.language === null ? {} : { lang: page.language }),
    ...(category === undefined ? {} : { category }),
  }).toString();
  return (
    <div className={s.bar}>
      <Categories page={page} />
      <div className={s.ways}>
        <LanguageFilter page={page} />
        <a className={s.way} href={`/blog/rss.xml${feed === '' ? '' : `?${feed}`}`}>
          <IconRss size={16} stroke={1.75} />
          {say('read.feed')}
        </a>
      </div>
    </div>
  );
}
