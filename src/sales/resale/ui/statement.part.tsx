import { Button, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel, Tag } from '#kit/ui/bits.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { dayIn } from '#sales/billing/days.rules.ts';
import { StatementPapers } from '#sales/billing/ui/blocks/statement-papers.part.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { StatementView } from '../resale.contract.ts';
import { resaleApi, statementQuery, useMonthText, usePart, useResaleRefresh, type Whose } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

type PayoutDraft = { paidOn: string; bankRef: string };
/** The operator notes its transfer to the vendor. */
function PayoutDialog({ statement, onClose }: { statement: StatementView; onClose: () => void }) {
  const say = resaleText();
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const amountText = useMoney();
  const { now, zone } = useReader();
  const form = useDraftForm<PayoutDraft>({
    key: null,
    initial: { paidOn: dayIn(now, zone), bankRef: statement.number },
    check: ({ paidOn, bankRef }) => ({
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(paidOn) && { paidOn: 'required' }),
      ...(bankRef.trim() === '' && { bankRef: 'required' }),
    }),
    say,
    save: async (body) => {
      await resale.payout({ params: { id: statement.id }, body });
      await refresh();
      onClose();
    },
  });
  const amount = amountText(statement.gross, statement.currency);
  return (
    <Dialog title={say('payout.title')} lead={say('payout.lead', { amount, name: statement.vendorName })} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <DateField size="md" {...form.input('paidOn')} label={say('payout.paidOn')} />
        <TextInput size="md" {...form.input('bankRef')} label={say('payout.bankRef')} maxLength={140} dir="auto" />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('payout.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Side = NonNullable<StatementView['supplier']>;
const Party = ({ title, of }: { title: string; of: Side }) => (
  <div>
    <span className="quiet">{title}</span>
    <bdi className="strong">{of.name}</bdi>
    <bdi>{of.street}</bdi>
    <bdi>
      {of.postcode} {of.city}, {of.country}
    </bdi>
    {[of.vatId, of.taxNumber, of.iban].map((one) => one !== null && <bdi key={one}>{one}</bdi>)}
  </div>
);

function Lines({ statement }: { statement: StatementView }) {
  const say = resaleText();
  const amountText = useMoney();
  const part = usePart();
  const { currency, lines } = statement;
  return (
    <Scrolls className={s.scroll} label={statement.number}>
      <table className={s.lines}>
        <thead>
          <tr>
            <th scope="col">{say('sold.customer')}</th>
            {statement.kind === 'commission' && <th scope="col">{say('statement.base')}</th>}
            {statement.kind === 'commission' && <th scope="col">{say('terms.rate')}</th>}
            <th scope="col">{say('months.net')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names and never change
            <tr key={at}>
              <th scope="row">
                <bdi>{one.customer}</bdi>
                <span className={s.under}>
                  <bdi>{one.what}</bdi>
                </span>
              </th>
              {one.base !== null && (
                <td>
                  <bdi>{amountText(one.base, currency)}</bdi>
                </td>
              )}
              {one.rate !== null && (
                <td>
                  <bdi>{part(one.rate)}</bdi>
                </td>
              )}
              <td>
                <bdi>{amountText(one.amount, currency)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Totals({ statement }: { statement: StatementView }) {
  const say = resaleText();
  const amountText = useMoney();
  const part = usePart();
  const { currency, net, tax, gross, taxes } = statement;
  const rows = [
    { word: say('months.net'), amount: net },
    ...(taxes.length === 0
      ? [{ word: say('months.tax'), amount: tax }]
      : taxes.map((one) => ({ word: `${say('months.tax')} ${part(one.rate)}`, amount: one.tax }))),
  ];
  return (
    <dl className={s.totals}>
      {rows.map((one) => (
        <div key={one.word}>
          <dt>{one.word}</dt>
          <dd>
            <bdi>{amountText(one.amount, currency)}</bdi>
          </dd>
        </div>
      ))}
      <div data-look="due">
        <dt>{say('months.gross')}</dt>
        <dd>
          <bdi>{amountText(gross, currency)}</bdi>
        </dd>
      </div>
    </dl>
  );
}

/** One month with its lines, as it is printed. */
export function Statement({ id, whose, back }: { id: string; whose: Whose; back: string }) {
  const say = resaleText();
  const monthText = useMonthText();
  const { data } = useSuspenseQuery(statementQuery(useApi(resaleApi), id));
  const [paying, setPaying] = useState<'no' | 'yes'>('no');
  const open = data.kind === 'commission' && data.paidOn === null;
  const { supplier, buyer } = data;
  return (
    <div className={s.page}>
      <div className={`${s.row} ${s.acts ?? ''}`}>
        <LinkButton to={back}>{say('statement.back')}</LinkButton>
        <Button leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
          {say('statement.print')}
        </Button>
        {data.papers.pdf && <StatementPapers id={data.id} number={data.number} xml={data.papers.xml ? 'yes' : 'no'} />}
        {whose !== null && open && (
          <Button variant="filled" onClick={() => setPaying('yes')}>
            {say('payout.verb')}
          </Button>
        )}
      </div>
      <Panel
        title={say('statement.title', { month: monthText(data.month), name: data.vendorName })}
        id="statement"
        flush="flush"
        aside={
          data.kind === 'commission' && (
            <Tag hue={open ? 'amber' : 'green'}>
              {data.paidOn === null ? say('months.open') : say('statement.paidOn', { day: data.paidOn, ref: data.bankRef ?? '' })}
            </Tag>
          )
        }
      >
        <p className={`${s.pad} small soft`}>
          {say(`statement.papers.${data.kind}`, { number: data.number, day: data.issueDate })}
        </p>
        {supplier !== null && buyer !== null && (
          <div className={s.parties}>
            <Party title={say('statement.supplier')} of={supplier} />
            <Party title={say('statement.buyer')} of={buyer} />
          </div>
        )}
        <Lines statement={data} />
        <Totals statement={data} />
      </Panel>
      {paying === 'yes' && <PayoutDialog statement={data} onClose={() => setPaying('no')} />}
    </div>
  );
}
