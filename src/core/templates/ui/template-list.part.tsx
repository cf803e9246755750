import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Locale } from '#kit/facts.ts';
import { SearchField } from '#kit/ui/light-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { TemplateItem } from '../templates.contract.ts';
import { templateGroups } from '../templates.rules.ts';
import s from './templates.module.css';
import { addressOf } from './templates-data.hook.ts';
import { templatesText } from './templates-text.hook.ts';

type TemplateMark = 'changed' | 'outdated' | null;
function markOf({ languages }: TemplateItem): TemplateMark {
  if (languages.some((one) => one.state === 'outdated')) return 'outdated';
  return languages.length > 0 ? 'changed' : null;
}

type ListProps = { items: readonly TemplateItem[]; current: string | null; locale: Locale };
/** Templates by purpose, with what was changed. */
export function TemplateList({ items, current, locale }: ListProps) {
  const say = templatesText();
  const reader = useReader();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase(reader.locale);
  const found = items.filter((one) => one.title.toLocaleLowerCase(reader.locale).includes(wanted));
  return (
    <nav className={s.list} aria-label={say('list.title')}>
      <SearchField
        icon={<IconSearch size={16} stroke={1.75} />}
        aria-label={say('list.search')}
        placeholder={say('list.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {templateGroups.map((group) => {
        const shown = found.filter((one) => one.group === group);
        if (shown.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`templates-${group}`}>
            <h2 id={`templates-${group}`} className={s.group}>
              {say(`groups.${group}`)}
            </h2>
            <ul>
              {shown.map((one) => (
                <TemplateLink key={one.name} item={one} locale={locale} current={one.name === current ? 'page' : undefined} />
              ))}
            </ul>
          </section>
        );
      })}
      <p role="status" className="small soft">
        {found.length === 0 && say('list.none', { search })}
      </p>
      <p className={s.legend} aria-hidden="true">
        <span data-mark="changed">{say('list.changed')}</span>
        <span data-mark="outdated">{say('list.outdated')}</span>
      </p>
    </nav>
  );
}

type LinkProps = { item: TemplateItem; locale: Locale; current: 'page' | undefined };
function TemplateLink({ item, locale, current }: LinkProps) {
  const say = templatesText();
  const mark = markOf(item);
  return (
    <li>
      <Link to={addressOf({ name: item.name, locale })} className={s.entry} aria-current={current}>
        <span dir="auto" title={item.title}>
          {item.title}
        </span>
        {mark !== null && (
          <span className={s.mark} data-mark={mark} title={say(`list.${mark}`)}>
            <span className="hidden">{say(`list.${mark}`)}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
