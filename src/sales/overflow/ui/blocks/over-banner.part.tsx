import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { OverflowView } from '../../overflow.contract.ts';
import type { OverflowKey } from '../../overflow.rules.ts';
import { overflowText } from '../overflow-text.hook.ts';
import s from '../overflow.module.css';
import { choicePath, mineQuery, overflowApi } from './overflow-data.hook.ts';

/** What is too many, and what becomes of it, in sentences. */
export function OverWords({ of }: { of: OverflowView }) {
  const say = overflowText();
  const when = useTimeText();
  const figures = new Intl.NumberFormat(intlTag(useReader().locale));
  const values = {
    kind: say(`kind.${of.key}`),
    used: figures.format(of.used),
    max: figures.format(of.max),
    day: when(of.restsAt, 'day'),
    extra: of.extra,
    resting: of.resting,
  };
  if (of.resting === 0) return say('banner.coming', values);
  return `${say('banner.now', values)}${of.extra > 0 && of.restsAt > 0 ? ` ${say('banner.more', values)}` : ''}`;
}

type Banners = { items: readonly OverflowView[]; choose: 'choose' | 'ask' | 'no'; within?: 'stack' | undefined };
/** One line for each thing of which there are too many; nothing where all of it fits. */
export function OverBanners({ items, choose, within }: Banners) {
  const say = overflowText();
  if (items.length === 0) return null;
  return (
    <div className={s.overs} data-within={within}>
      {items.map((of) => (
        <Banner
          key={of.key}
          hue="amber"
          action={
            choose === 'choose' && (
              <LinkButton to={choicePath} size="xs" className={s.act ?? ''}>
                {say('banner.choose')}
              </LinkButton>
            )
          }
        >
          <OverWords of={of} /> {choose === 'ask' && say('banner.ask')}
        </Banner>
      ))}
    </div>
  );
}

/** The same for the reader's own account, of one thing or of all. */
export function Over({ of, within }: { of?: OverflowKey; within?: 'stack' }) {
  const { data } = useQuery(mineQuery(useApi(overflowApi)));
  useLiveRefresh({ area: 'user', kinds: ['account-changed'] });
  if (data === undefined) return null;
  const items = data.items.filter((one) => of === undefined || one.key === of);
  return <OverBanners items={items} choose={data.rights.choose ? 'choose' : 'ask'} within={within} />;
}
