import { Button, Checkbox } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Meter, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useSizeText } from '#kit/ui/size-text.ts';
import { isBeingMade, MADE_FILE_LOOK_MS, madeFileStates } from '#kit/ui/made-file.ts';
import { Status } from '#kit/ui/status.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useDayText, useTimeText } from '#kit/ui/time.tsx';
import { dayIn } from '#sales/billing/days.rules.ts';
import { type PeriodPart, periodParts, type PeriodView } from '../periods.contract.ts';
import { isPeriod, monthBefore } from '../period.rules.ts';
import { bankApi, periodsQuery, type Side } from './bank-data.hook.ts';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

function Row({ item, onLoad }: { item: PeriodView; onLoad: () => void }) {
  const say = bankText();
  const dayText = useDayText();
  const size = useSizeText();
  const when = useTimeText();
  return (
    <li className={s.period} data-export={item.state}>
      <Status of={madeFileStates[item.state]} />
      {item.state === 'running' && (
        <span className={s.bar}>
          <Meter value={item.progress} of={100} label={say('period.progress')} />
        </span>
      )}
      <span className="grow small">
        <DotLine>
          <span className="strong">{say('upload.span', { from: dayText(item.from), to: dayText(item.to) })}</span>
          <span className="quiet">{item.by}</span>
          {item.bytes !== null && <span className="quiet">{size(item.bytes)}</span>}
          {item.state === 'ready' && item.endsAt !== null && (
            <span className="quiet">{say('period.until', { when: when(item.endsAt, 'day') })}</span>
          )}
        </DotLine>
      </span>
      {item.state === 'ready' && (
        <Button size="md" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={onLoad}>
          {say('period.load')}
        </Button>
      )}
    </li>
  );
}

/** For the seller: chooses what the file contains. */
function Parts({ parts, onChange }: { parts: readonly PeriodPart[]; onChange: (parts: PeriodPart[]) => void }) {
  const say = bankText();
  return (
    <fieldset className={s.parts}>
      <legend>{say('period.parts')}</legend>
      {periodParts.map((part) => (
        <Checkbox
          key={part}
          label={say(`period.part.${part}`)}
          description={say(`period.partHint.${part}`)}
          checked={parts.includes(part)}
          onChange={(event) =>
            onChange(periodParts.filter((one) => (one === part ? event.currentTarget.checked : parts.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

function usePeriods(side: Side) {
  const say = bankText();
  const { periods } = useApi(bankApi);
  const failureText = useFailureText(say);
  const query = useQuery({
    ...periodsQuery(useApi(bankApi), side),
    refetchInterval: ({ state }) => (isBeingMade(state.data?.items ?? []) ? MADE_FILE_LOOK_MS : false),
  });
  const [state, setState] = useState({ busy: '', trouble: '' });
  const deed = async (busy: string, work: () => Promise<void>) => {
    setState({ busy, trouble: '' });
    const trouble = await work().then(() => '', failureText);
    setState({ busy: '', trouble });
  };
  const start = (span: { from: string; to: string }, parts: PeriodPart[]) =>
    deed('start', async () => {
      if (side === 'seller') await periods.start({ body: { ...span, parts } });
      else if (side === 'vendor') await periods.startVendor({ body: { ...span, parts } });
      else await periods.startOwn({ body: span });
      await query.refetch();
    });
  const linkOf = { buyer: periods.linkOwn, seller: periods.link, vendor: periods.linkVendor } as const;
  const load = (id: string) =>
    deed('load', async () => {
      const { url } = await linkOf[side]({ params: { id } });
      window.location.assign(url);
    });
  return { ...state, items: query.data?.items ?? [], start, load };
}

function Periods({ side }: { side: Side }) {
  const say = bankText();
  const { now, zone } = useReader();
  const [span, setSpan] = useState(() => monthBefore(dayIn(now, zone)));
  const [parts, setParts] = useState<PeriodPart[]>([...periodParts]);
  const { busy, trouble, items, start, load } = usePeriods(side);
  const ready = isPeriod(span) && (side === 'buyer' || parts.length > 0);
  const field = (name: 'from' | 'to') => (
    <DateField
      size="md"
      label={say(`period.${name}`)}
      value={span[name]}
      onChange={(day) => setSpan((before) => ({ ...before, [name]: day }))}
    />
  );
  return (
    <Panel id="period" title={say(side === 'buyer' ? 'period.ownTitle' : 'period.title')}>
      <div className={s.periods}>
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <p className="small soft">{say(side === 'buyer' ? 'period.ownLead' : 'period.lead')}</p>
        <div className={s.span}>
          {field('from')}
          {field('to')}
        </div>
        {!isPeriod(span) && <p className="small soft">{say('period.wrong')}</p>}
        {side !== 'buyer' && <Parts parts={parts} onChange={setParts} />}
        <Button
          size="md"
          variant="filled"
          loading={busy === 'start'}
          disabled={!ready || isBeingMade(items)}
          onClick={() => void start(span, parts)}
        >
          {say('period.start')}
        </Button>
        {items.length > 0 && (
          <ul className={s.list}>
            {items.map((item) => (
              <Row key={item.id} item={item} onLoad={() => void load(item.id)} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

/** Files of a period for the bookkeeper. */
export const SellerPeriods = () => <Periods side="seller" />;
/** The same for a vendor that sells in its own name. */
export const VendorPeriods = () => <Periods side="vendor" />;
/** The account's own invoices of a period in one file. */
export const OwnPeriods = () => <Periods side="buyer" />;
