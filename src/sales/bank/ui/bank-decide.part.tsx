import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { leftToRight, useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { ClaimView, EntryView } from '../bank.contract.ts';
import { isTolerable, missingOf, sharesOf } from '../bank.rules.ts';
import { ClaimPicker } from './bank-choose.part.tsx';
import { bankApi, bankSettingsQuery, useBankRefresh } from './bank-data.hook.ts';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

const openOf = (claims: readonly ClaimView[]) => claims.map(({ id, remaining }) => ({ id, remaining: BigInt(remaining) }));

function useDeed(onDone: () => void) {
  const say = bankText();
  const refresh = useBankRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', trouble: '' });
  const deed = async (busy: string, work: () => Promise<unknown>) => {
    setState({ busy, trouble: '' });
    const trouble = await (async () => {
      await work();
      await refresh();
      return '';
    })().catch(failureText);
    setState({ busy: '', trouble });
    if (trouble === '') onDone();
  };
  return { ...state, deed };
}

/** What follows from the choice, before it is made; the difference is asked where it arises. */
function Difference({
  entry,
  claims,
  missing,
  onMissing,
}: {
  entry: EntryView;
  claims: readonly ClaimView[];
  missing: 'open' | 'charges';
  onMissing: (to: 'open' | 'charges') => void;
}) {
  const say = bankText();
  const amountText = useMoney();
  const { data: settings } = useQuery(bankSettingsQuery(useApi(bankApi)));
  const open = openOf(claims);
  const short = missingOf(BigInt(entry.amount), open);
  const over = BigInt(entry.amount) - open.reduce((sum, one) => sum + one.remaining, 0n);
  const text = (minor: bigint) => amountText(Number(minor), entry.currency);
  const last = claims.at(-1);
  if (last === undefined) return null;
  if (short === 0n)
    return (
      <p className="small soft" aria-live="polite">
        {over > 0n
          ? say('decide.over', { amount: text(over), name: last.accountName })
          : say('decide.whole', { count: claims.length })}
      </p>
    );
  const tolerance = BigInt(settings?.tolerance ?? 0);
  const tolerable = isTolerable(short, { tolerance, last: BigInt(last.remaining) });
  const question = say('decide.short', { amount: text(BigInt(entry.amount)), missing: text(short) });
  return (
    <div className={s.short}>
      <p className="small strong">{question}</p>
      <RadioList
        label={question}
        value={tolerable ? missing : 'open'}
        onChange={onMissing}
        options={[
          {
            value: 'open',
            title: say('decide.leave', { missing: text(short) }),
            text: say('decide.leaveHint', { number: leftToRight(last.number) }),
          },
          {
            value: 'charges',
            disabled: !tolerable,
            title: say('decide.charges'),
            text: tolerance === 0n ? say('decide.chargesOff') : say('decide.chargesHint', { most: text(tolerance) }),
          },
        ]}
      />
    </div>
  );
}

function Ignoring({ busy, onIgnore, onCancel }: { busy: boolean; onIgnore: (reason: string) => void; onCancel: () => void }) {
  const say = bankText();
  const [reason, setReason] = useState('');
  return (
    <div className={s.ignoring}>
      <Textarea
        label={say('decide.reason')}
        description={say('decide.reasonHint')}
        inputWrapperOrder={['label', 'input', 'description']}
        rows={2}
        maxLength={500}
        dir="auto"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={s.acts}>
        <Button size="md" onClick={onCancel}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" loading={busy} disabled={reason.trim().length < 3} onClick={() => onIgnore(reason)}>
          {say('decide.aside')}
        </Button>
      </div>
    </div>
  );
}

/** Decides about one line: which invoices it pays, that it takes something back, or that it is none of our business. */
export function Decide({ entry, onDone }: { entry: EntryView; onDone: () => void }) {
  const say = bankText();
  const { bank } = useApi(bankApi);
  const [claims, setClaims] = useState<readonly ClaimView[]>(entry.match?.claims ?? []);
  const [missing, setMissing] = useState<'open' | 'charges'>(entry.match?.tolerable === true ? 'charges' : 'open');
  const [aside, setAside] = useState('no');
  const { busy, trouble, deed } = useDeed(onDone);
  const params = { id: entry.id };
  const isBack = entry.match?.group === 'back';
  const short = missingOf(BigInt(entry.amount), openOf(claims)) > 0n;
  const ready = sharesOf(BigInt(entry.amount), openOf(claims)) !== null;
  const book = () =>
    deed('book', () =>
      bank.book({ params, body: { invoiceIds: claims.map((one) => one.id), missing: short ? missing : 'open' } }),
    );
  const ignore = (reason: string) => deed('ignore', () => bank.ignore({ params, body: { reason } }));
  const takeBack = () => deed('back', () => bank.takeBack({ params }));
  return (
    <div className={s.decide}>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      {aside === 'yes' ? (
        <Ignoring busy={busy === 'ignore'} onIgnore={(reason) => void ignore(reason)} onCancel={() => setAside('no')} />
      ) : (
        <>
          {isBack ? (
            <p className="small soft">{say('decide.back', { count: claims.length })}</p>
          ) : (
            <>
              <ClaimPicker currency={entry.currency} chosen={claims} onChange={setClaims} />
              {claims.length > 0 && !ready && <p className="small soft">{say('decide.tooMany')}</p>}
              {ready && <Difference entry={entry} claims={claims} missing={missing} onMissing={setMissing} />}
            </>
          )}
          <div className={s.acts}>
            <Button size="md" variant="subtle" onClick={() => setAside('yes')}>
              {say('decide.ignore')}
            </Button>
            {isBack ? (
              <Button size="md" variant="filled" loading={busy === 'back'} onClick={() => void takeBack()}>
                {say('decide.takeBack')}
              </Button>
            ) : (
              <Button size="md" variant="filled" loading={busy === 'book'} disabled={!ready} onClick={() => void book()}>
                {say('decide.book')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
