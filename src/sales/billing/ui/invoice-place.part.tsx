import { Button } from '@mantine/core';
import { IconBuildingBank, IconCreditCard, IconHome, IconPhone } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { InvoiceView, PlaceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { useCountryName } from './place-names.hook.ts';
import s from './invoice-place.module.css';

const PlaceDialog = loadable(async () => (await import('./place-dialog.part.tsx')).PlaceDialog);
const icons = { card: IconCreditCard, bank: IconBuildingBank, phone: IconPhone } as const;

function Signs({ place }: { place: PlaceView }) {
  const say = invoiceText();
  const name = useCountryName();
  return (
    <ul className={s.signs}>
      <li>
        <IconHome size={16} stroke={1.75} aria-hidden="true" />
        <span>{say('invoices.place.kinds.address')}</span>
        <bdi className="strong">{name(place.held)}</bdi>
      </li>
      {place.proofs.map(({ kind, country, at }) => {
        const Icon = icons[kind];
        return (
          <li key={`${kind} ${country}`} data-off={country === place.held ? undefined : 'off'}>
            <Icon size={16} stroke={1.75} aria-hidden="true" />
            <span>
              {say(`invoices.place.kinds.${kind}`)}
              <span className={`tiny quiet ${s.when}`}>
                <Time at={at} look="day" />
              </span>
            </span>
            <bdi className="strong">{name(country)}</bdi>
          </li>
        );
      })}
    </ul>
  );
}

/** Where a consumer is by the address and by what else is known, for the seller; what contradicts is decided here. */
export function InvoicePlace({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const name = useCountryName();
  const [asking, setAsking] = useState('no');
  const { place } = invoice;
  if (place === null) return null;
  const { said, decision } = place;
  const waits = said === 'contradicted' && decision === null;
  return (
    <Panel
      id="invoice-place"
      title={say('invoices.place.title')}
      aside={said === 'thin' ? undefined : <Status of={waits ? 'toCheck' : 'checked'} />}
    >
      <Signs place={place} />
      <p className="small soft">
        {decision === null
          ? say(`invoices.place.hints.${said}`)
          : say(decision.country === place.held ? 'invoices.place.heldUp' : 'invoices.place.elsewhere', {
              country: name(decision.country),
            })}
      </p>
      {decision !== null && (
        <p className={`small ${s.reason}`} dir="auto">
          {decision.reason}
        </p>
      )}
      {waits && (
        <Button size="sm" className={s.act} onClick={() => setAsking('asking')}>
          {say('invoices.place.open')}
        </Button>
      )}
      <Suspense>
        {asking === 'asking' && waits && <PlaceDialog invoice={invoice} place={place} onClose={() => setAsking('no')} />}
      </Suspense>
    </Panel>
  );
}
