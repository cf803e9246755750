import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { CustomerItem, vendorsCalls } from '../vendors.contract.ts';
import { firstGrant } from '../vendors.rules.ts';
import { useVendorSlots } from './blocks/vendor-slots.hook.ts';
import { CustomerTable } from './customer-table.part.tsx';
import { LookPanel } from './look-panel.part.tsx';
import { PoolBars } from './pool-bars.part.tsx';
import { brandQuery, standingQuery, vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

const GrantDialog = loadable(async () => (await import('./grant-dialog.part.tsx')).GrantDialog);
const CustomerDialog = loadable(async () => (await import('./customer-dialog.part.tsx')).CustomerDialog);

type Standing = ResultIn<typeof vendorsCalls.standing>;
function Referral({ standing, onStarter }: { standing: Standing; onStarter: () => void }) {
  const say = vendorsText();
  const [origin, setOrigin] = useState('');
  // the server does not know under which name the page was opened
  useEffect(() => setOrigin(window.location.origin), []);
  const link = `${origin}/?ref=${standing.referral ?? ''}`;
  return (
    <section className={s.bar} aria-labelledby="referral">
      <div className="grow">
        <h2 id="referral" className="small strong">
          {say('own.referral')}
        </h2>
        <Ltr className={s.link ?? ''}>{link}</Ltr>
        <p className="small quiet">{say('own.referralHint')}</p>
      </div>
      <CopyButton text={link} />
      <Button size="sm" onClick={onStarter}>
        {say('own.starter')}
      </Button>
    </section>
  );
}

/** A vendor's own page: its pool, its link, its customers and what they use. */
export function OwnPage() {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const { data } = useQuery(standingQuery(api));
  const [open, setOpen] = useState<CustomerItem | 'none' | 'new' | 'newcomers'>('none');
  useLiveRefresh({ area: 'admin', kinds: ['customer', 'account-state'] });
  const close = () => setOpen('none');
  const slots = useVendorSlots();
  const [search] = useSearchParams();
  const { data: look } = useQuery({ ...brandQuery(api), enabled: !slots.shows(search) });
  const takes = data?.state === 'active';
  const add = takes ? (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setOpen('new')}>
      {say('customer.add')}
    </Button>
  ) : null;
  const starter = data?.starter ?? firstGrant;
  return (
    <>
      <PageHead title={say('own.title')}>{add}</PageHead>
      {data?.state === 'suspended' && <Banner hue="amber">{say('own.suspended', { reason: data.reason ?? '' })}</Banner>}
      <slots.Tabs base="/vendors" vendorId={null} />
      {slots.shows(search) ? (
        <slots.Body base="/vendors" vendorId={null} />
      ) : (
        <>
          <div className={s.two}>
            {data !== undefined && data.pool !== null && data.given !== null && data.used !== null && (
              <PoolBars pool={data.pool} given={data.given} used={data.used} />
            )}
            {look !== undefined && <LookPanel look={look} to="/vendors/edit-vendor" />}
          </div>
          {data !== undefined && takes && <Referral standing={data} onStarter={() => setOpen('newcomers')} />}
          <CustomerTable onLimits={setOpen} />
        </>
      )}
      <Suspense>
        {open === 'new' && <CustomerDialog grant={starter} onClose={close} />}
        {open === 'newcomers' && <GrantDialog of="newcomers" grant={starter} onClose={close} />}
        {typeof open === 'object' && <GrantDialog of={open} grant={open.grant} onClose={close} />}
      </Suspense>
    </>
  );
}
