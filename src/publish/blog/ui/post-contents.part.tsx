import { useEffect, useState } from 'react';
import { readerText } from './blocks/reader-text.hook.ts';
import s from './post.module.css';

type PostSection = { id: string; title: string };
/** The section that is read: the last heading above the upper third of the window. */
function useSection(sections: readonly PostSection[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const headings = sections.flatMap(({ id }) => document.getElementById(id) ?? []);
    const look = () => {
      const above = headings.filter((one) => one.getBoundingClientRect().top < window.innerHeight / 3);
      setCurrent(above.at(-1)?.id ?? null);
    };
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px -66% 0px' });
    for (const one of headings) observer.observe(one);
    return () => observer.disconnect();
  }, [sections]);
  return current;
}

/** The sections of a post; one alone needs no list. */
export function PostContents({ sections }: { sections: readonly PostSection[] }) {
  const say = readerText();
  const current = useSection(sections);
  if (sections.length < 2) return <span />;
  return (
    <nav className={s.contents} aria-labelledby="contents">
      <h2 id="contents">{say('post.contents')}</h2>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              <bdi>{title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
