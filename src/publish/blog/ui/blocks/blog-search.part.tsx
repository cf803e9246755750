import { IconSearch } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { SearchField } from '#kit/ui/light-parts.tsx';
import s from './blog-search.module.css';
import { readerText } from './reader-text.hook.ts';

/** A plain form: it also works before the page comes alive. `keep`: what else stays in the address. */
export function BlogSearch({ words = '', keep = {} }: { words?: string; keep?: Readonly<Record<string, string>> }) {
  const say = readerText();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    const query = new URLSearchParams({ ...keep, ...(typed === '' ? {} : { search: typed }) }).toString();
    void navigate(query === '' ? '/posts' : `/posts?${query}`);
  };
  return (
    <search className={s.search}>
      <form action="/posts" onSubmit={submit}>
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField
          key={words}
          name="search"
          defaultValue={words}
          maxLength={100}
          placeholder={say('read.search')}
          aria-label={say('read.search')}
          icon={<IconSearch size={16} stroke={2} />}
        />
      </form>
    </search>
  );
}
