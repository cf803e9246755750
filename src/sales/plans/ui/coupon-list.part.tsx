import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { formatMoney } from '#kit/money.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Ltr, Tag, type TagHue } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { CouponItem } from '../plans.contract.ts';
import { type CouponSource, couponsShape, operatorCoupons, plansApi, usePlansRefresh } from './plans-data.hook.ts';
import { type PlansSay, plansText } from './plans-text.hook.ts';

const CouponDialog = loadable(async () => (await import('./coupon-dialog.part.tsx')).CouponDialog);
const hues: Readonly<Record<CouponItem['state'], TagHue>> = {
  active: 'green',
  stopped: 'grey',
  expired: 'grey',
  used_up: 'amber',
};

const offOf = (one: CouponItem, { say, locale }: { say: PlansSay; locale: string }): string =>
  one.off === null
    ? say('coupon.partOff', { part: (one.thousandths ?? 0) / 1000 })
    : formatMoney({ minor: BigInt(one.off.amount), currency: one.off.currency }, locale);
const usesOf = (one: CouponItem, say: PlansSay): string =>
  one.most === null ? say('list.number', { n: one.used }) : say('coupon.usesOf', { used: one.used, most: one.most });

const columnsOf = (words: { say: PlansSay; locale: string }): TableColumn<CouponItem>[] => {
  const { say } = words;
  return [
    {
      id: 'code',
      title: say('coupon.code'),
      lead: 'lead',
      phone: 'name',
      text: (one) => one.code,
      cell: (one) => <Ltr mono="mono">{one.code}</Ltr>,
    },
    {
      id: 'state',
      title: say('coupon.state'),
      phone: 'state',
      text: (one) => say(`coupon.is.${one.state}`),
      cell: (one) => <Tag hue={hues[one.state]}>{say(`coupon.is.${one.state}`)}</Tag>,
    },
    { id: 'off', title: say('coupon.takes'), phone: 'time', text: (one) => offOf(one, words), cell: (one) => offOf(one, words) },
    {
      id: 'covers',
      title: say('coupon.covers'),
      narrow: 'hide',
      cell: (one) => say(`coupon.coversOf.${one.covers}`),
    },
    {
      id: 'periods',
      title: say('coupon.lasts'),
      narrow: 'hide',
      cell: (one) => (one.periods === null ? say('coupon.forEver') : say('coupon.forPeriods', { count: one.periods })),
    },
    { id: 'used', title: say('coupon.used'), align: 'end', text: (one) => usesOf(one, say), cell: (one) => usesOf(one, say) },
    {
      id: 'until',
      title: say('coupon.until'),
      narrow: 'hide',
      cell: (one) => (one.expiresAt === null ? '–' : <Time at={one.expiresAt - 1} look="day" />),
    },
  ];
};

/** Coupons with their use; one that is stopped stays, for those who used it. */
export function CouponList({ head, source }: { head: (action?: ReactNode) => ReactNode; source?: CouponSource }) {
  const say = plansText();
  const own = operatorCoupons(useApi(plansApi));
  const from = source ?? own;
  const ask = useAsk();
  const refresh = usePlansRefresh();
  const { locale } = useReader();
  const list = useListState(couponsShape);
  const query = useQuery({ ...from.query(list), placeholderData: (before) => before });
  const [making, setMaking] = useState(false);
  const page = query.data;
  const stop = async (one: CouponItem) => {
    const sure = await ask({
      title: say('coupon.stopTitle', { code: one.code }),
      lead: say('coupon.stopText'),
      verb: say('coupon.stop'),
      safe: say('act.cancel'),
    });
    if (!sure) return;
    await from.stop(one.id);
    await refresh();
  };
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setMaking(true)}>
      {say('coupon.add')}
    </Button>
  );
  return (
    <>
      {head((page === undefined || page.total !== 0 || list.narrowed) && add)}
      <DataTable
        name="coupons"
        label={say('tab.coupons')}
        list={list}
        columns={columnsOf({ say, locale })}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.code}
        page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        actions={(one: CouponItem) =>
          one.state === 'active' && (
            <Button
              size="xs"
              mih={44}
              variant="subtle"
              onClick={() => void stop(one)}
              aria-label={say('coupon.stopNamed', { code: one.code })}
            >
              {say('coupon.stop')}
            </Button>
          )
        }
        searchLabel={say('coupon.search')}
        empty={
          <EmptyState title={say('coupon.emptyTitle')} text={say('coupon.emptyText')}>
            {add}
          </EmptyState>
        }
      />
      <Suspense>{making && <CouponDialog source={from} onClose={() => setMaking(false)} />}</Suspense>
    </>
  );
}
