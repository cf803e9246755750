import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { MailOff } from '#core/outbox/ui/blocks/mail-off.part.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { CampaignList } from './campaign-list.part.tsx';
import s from './desk.module.css';
import { deskTabs, tabOf } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const SubscriberList = loadable(async () => (await import('./subscriber-list.part.tsx')).SubscriberList);
const ListTable = loadable(async () => (await import('./list-table.part.tsx')).ListTable);
const parts = { campaigns: CampaignList, subscribers: SubscriberList, lists: ListTable } as const;

/** The newsletter for those who write it: campaigns, subscribers and lists. */
export function Desk() {
  const say = newsletterText();
  const [search] = useSearchParams();
  const shown = tabOf(search);
  const Part = parts[shown];
  const head = (action?: ReactNode) => (
    <>
      <PageHead title={say('guest.title')}>{action}</PageHead>
      <nav className={s.tabs} aria-label={say('desk.tabs')}>
        {deskTabs.map((tab) => (
          <Link
            key={tab}
            to={tab === 'campaigns' ? '/newsletter' : `/newsletter?tab=${tab}`}
            aria-current={tab === shown ? 'page' : undefined}
          >
            {say(`desk.${tab}`)}
          </Link>
        ))}
      </nav>
      <MailOff />
    </>
  );
  return (
    <Suspense key={shown}>
      <Part head={head} />
    </Suspense>
  );
}
