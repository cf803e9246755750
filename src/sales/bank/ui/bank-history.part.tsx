import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time, useDayText } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { EntryView } from '../bank.contract.ts';
import type { StatementView } from '../statement-file.contract.ts';
import { bankApi, type Decided, entriesQuery, statementsQuery, useBankRefresh } from './bank-data.hook.ts';
import { EntryText } from './bank-line.part.tsx';
import { bankText } from './bank-text.hook.ts';
import { ibanText } from './bank-words.hook.ts';
import s from './bank.module.css';

function DecidedLine({ entry, onReopen }: { entry: EntryView; onReopen: () => void }) {
  const say = bankText();
  const amountText = useMoney();
  return (
    <li className={s.decided}>
      <EntryText entry={entry} />
      <span className={s.to}>
        {entry.booked.map((one) => (
          <span key={one.invoiceId} className="small">
            <Link className={s.number} to={`/all-invoices/${one.invoiceId}`}>
              <Ltr>{one.number}</Ltr>
            </Link>{' '}
            <Link className="link" to={`/all-invoices?tab=payments&payment=${one.paymentId}`}>
              <bdi>{one.accountName}</bdi>
            </Link>
          </span>
        ))}
        {entry.reason !== null && <bdi className="small">{entry.reason}</bdi>}
        <span className="tiny quiet">
          <DotLine>
            {entry.how === 'auto' ? say('history.auto') : entry.by}
            {entry.decidedAt !== null && <Time at={entry.decidedAt} />}
          </DotLine>
        </span>
      </span>
      <bdi className={s.amount}>{amountText(entry.amount, entry.currency)}</bdi>
      {entry.state === 'ignored' && (
        <Button size="sm" onClick={onReopen}>
          {say('history.reopen')}
        </Button>
      )}
    </li>
  );
}

function DecidedList({ state }: { state: Decided }) {
  const say = bankText();
  const api = useApi(bankApi);
  const refresh = useBankRefresh();
  const failureText = useFailureText(say);
  const [cursor, setCursor] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  const { data } = useQuery(entriesQuery(api, state, cursor));
  const reopen = async (id: string) => {
    const text = await (async () => {
      await api.bank.reopen({ params: { id } });
      await refresh();
      return '';
    })().catch(failureText);
    setTrouble(text);
  };
  const next = data?.next ?? null;
  return (
    <>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      {data?.items.length === 0 && <p className="small quiet">{say('history.nothing')}</p>}
      <ul>
        {data?.items.map((entry) => (
          <DecidedLine key={entry.id} entry={entry} onReopen={() => void reopen(entry.id)} />
        ))}
      </ul>
      <div className={s.acts}>
        {cursor !== null && (
          <Button size="md" onClick={() => setCursor(null)}>
            {say('history.first')}
          </Button>
        )}
        {next !== null && (
          <Button size="md" onClick={() => setCursor(next)}>
            {say('history.next')}
          </Button>
        )}
      </div>
    </>
  );
}

function Statement({ of }: { of: StatementView }) {
  const say = bankText();
  const dayText = useDayText();
  return (
    <li className={s.decided}>
      <span className={s.said}>
        <span className="strong">
          {of.from !== null && of.to !== null
            ? say('upload.span', { from: dayText(of.from), to: dayText(of.to) })
            : say('upload.undated')}
        </span>
        <span className="tiny quiet">
          <DotLine>
            {of.account !== null && <Ltr>{ibanText(of.account)}</Ltr>}
            {of.file}
          </DotLine>
        </span>
      </span>
      <span className="small">{say('upload.lines', { lines: of.lines, added: of.added })}</span>
      <span className="tiny quiet">
        <DotLine>
          {of.by}
          {of.readAt !== null && <Time at={of.readAt} />}
        </DotLine>
      </span>
    </li>
  );
}

/** What was read, and what became of it. */
export function History() {
  const say = bankText();
  const { data } = useQuery(statementsQuery(useApi(bankApi)));
  const [shown, setShown] = useState<Decided | 'files'>('files');
  if (data === undefined || data.items.length === 0) return null;
  const views = ['files', 'booked', 'ignored', 'out'] as const;
  return (
    <Panel id="bank-history" title={say('history.title')}>
      <div className={s.history}>
        <SegmentedControl
          className={s.views}
          aria-label={say('history.title')}
          value={shown}
          onChange={(value) => setShown(views.find((one) => one === value) ?? 'files')}
          data={views.map((value) => ({ value, label: say(`history.view.${value}`) }))}
        />
        {shown === 'files' ? (
          <ul>
            {data.items.map((one) => (
              <Statement key={one.id} of={one} />
            ))}
          </ul>
        ) : (
          <DecidedList key={shown} state={shown} />
        )}
      </div>
    </Panel>
  );
}
