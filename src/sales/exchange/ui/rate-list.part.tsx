import { ActionIcon, Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { IconBan, IconLock, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { currencyDecimals } from '#kit/currencies.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import type { RateView } from '../exchange.contract.ts';
import { quoteText } from '../exchange.rules.ts';
import { anyRates, exchangeApi, type Looking, ratesQuery, useExchangeRefresh } from './exchange-data.hook.ts';
import { exchangeText } from './exchange-text.hook.ts';
import s from './exchange.module.css';

/** Every currency of ISO 4217, by its code. */
export const useRateCurrencies = (): { value: string; label: string }[] =>
  [...currencyDecimals.keys()].sort().map((value) => ({ value, label: value }));

type Row = { rate: RateView; onRemove: (rate: RateView) => void };
function RateRow({ rate, onRemove }: Row) {
  const say = exchangeText();
  const day = useDayText();
  return (
    <tr>
      <th scope="row">{day(rate.day)}</th>
      <td className={s.rate}>
        {rate.withdrawn ? (
          <s>
            <Ltr>{quoteText(rate)}</Ltr>
          </s>
        ) : (
          <Ltr>{quoteText(rate)}</Ltr>
        )}
        {rate.withdrawn && <span className={`tiny quiet ${s.hint}`}>{say('list.withdrawn')}</span>}
      </td>
      <td>
        {rate.source === 'ecb' ? say('sources.ecb') : <bdi>{rate.origin}</bdi>}
        {rate.by !== null && <span className={`tiny quiet ${s.hint}`}>{say('list.by', { name: rate.by })}</span>}
      </td>
      <td className={s.act}>
        {rate.used && <IconLock size={16} stroke={1.75} role="img" aria-label={say('list.used')} />}
        {rate.removable && (
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={say(rate.used ? 'list.withdraw' : 'list.remove', { rate: quoteText(rate), day: day(rate.day) })}
            onClick={() => onRemove(rate)}
          >
            {rate.used ? <IconBan size={16} stroke={1.75} /> : <IconTrash size={16} stroke={1.75} />}
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

/** The pages after the first. */
function Rest({ looking, cursor, onRemove }: { looking: Looking; cursor: string; onRemove: Row['onRemove'] }) {
  const say = exchangeText();
  const [asked, setAsked] = useState<'no' | 'yes'>('no');
  const { data, isFetching } = useQuery({ ...ratesQuery(useApi(exchangeApi), looking, cursor), enabled: asked === 'yes' });
  if (data === undefined)
    return (
      <tr>
        <td colSpan={4}>
          <Button loading={isFetching} onClick={() => setAsked('yes')}>
            {say('list.more')}
          </Button>
        </td>
      </tr>
    );
  return (
    <>
      {data.items.map((rate) => (
        <RateRow key={rate.id} rate={rate} onRemove={onRemove} />
      ))}
      {data.next !== null && <Rest looking={looking} cursor={data.next} onRemove={onRemove} />}
    </>
  );
}

/** The rates, those of the latest day first. */
export function RateList({ looking }: { looking: Looking }) {
  const say = exchangeText();
  const api = useApi(exchangeApi);
  const failureText = useFailureText(say);
  const refresh = useExchangeRefresh();
  const toast = useToast();
  const [trouble, setTrouble] = useState('');
  const first = useSuspenseQuery(ratesQuery(api, anyRates, null));
  const chosen = useQuery(ratesQuery(api, looking, null));
  const plain = looking.source === '' && looking.currency === '';
  const data = plain ? first.data : chosen.data;
  const remove = async (rate: RateView) => {
    const failure = await api.exchange.remove({ params: { id: rate.id } }).then(() => '', failureText);
    setTrouble(failure);
    if (failure === '')
      toast(rate.used ? { icon: IconBan, text: say('list.withdrew') } : { icon: IconTrash, text: say('list.removed') });
    await refresh();
  };
  if (data === undefined) return null;
  if (data.items.length === 0)
    return (
      <div className={s.empty}>
        <b className="strong">{say(plain ? 'list.emptyTitle' : 'list.noneTitle')}</b>
        <span className="small quiet">{say(plain ? 'list.emptyText' : 'list.noneText')}</span>
      </div>
    );
  const onRemove = (rate: RateView) => void remove(rate);
  return (
    <>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      <Scrolls className={s.scroll} label={say('title')}>
        <table className={s.rates}>
          <thead>
            <tr>
              <th scope="col">{say('list.day')}</th>
              <th scope="col" className={s.rate}>
                {say('list.rate')}
              </th>
              <th scope="col">{say('list.source')}</th>
              <th scope="col">
                <span className="hidden">{say('list.used')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((rate) => (
              <RateRow key={rate.id} rate={rate} onRemove={onRemove} />
            ))}
            {data.next !== null && <Rest key={data.next} looking={looking} cursor={data.next} onRemove={onRemove} />}
          </tbody>
        </table>
      </Scrolls>
    </>
  );
}
