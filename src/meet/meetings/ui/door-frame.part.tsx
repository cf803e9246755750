import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Wordmark } from '#kit/ui/brand.tsx';
import { LanguagePicker } from '#kit/ui/language-picker.tsx';
import { Link } from '#kit/ui/link.tsx';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './door.module.css';
import { meetingsText } from './meetings-text.hook.ts';

function Language() {
  const say = meetingsText();
  const { locale } = useReader();
  return (
    <LanguagePicker label={say('door.language')} className={s.language ?? ''}>
      <IconWorld size={16} stroke={1.75} />
      <span aria-hidden="true">{localeNames[locale]}</span>
      <IconChevronDown size={14} stroke={2} />
    </LanguagePicker>
  );
}

/** Around everything before and after a meeting: whose house it is, and in which language. `account` stands beside the mark. */
export function DoorFrame({ account, children }: { account?: string; children: ReactNode }) {
  const say = meetingsText();
  return (
    <div className={s.frame}>
      <header className={s.top}>
        <Link to="/" title={say('door.home')}>
          <Wordmark size={24} />
        </Link>
        {account !== undefined && <bdi className={`small quiet cut ${s.account}`}>{account}</bdi>}
        <span className="grow" />
        <Language />
      </header>
      <div className={s.main}>{children}</div>
    </div>
  );
}
