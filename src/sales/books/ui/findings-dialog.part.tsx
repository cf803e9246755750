import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { Finding } from '../books.contract.ts';
import { booksApi, findingsQuery } from './books-data.hook.ts';
import { booksText, useMoneySay } from './books-text.hook.ts';
import s from './books.module.css';

const pathOf = ({ subject, subjectId }: Finding): string | null => {
  if (subject === 'invoice') return `/all-invoices/${subjectId}`;
  if (subject === 'account') return `/users/edit-user/${subjectId}`;
  const [vendor, statement] = subjectId.split(' ');
  if (subject === 'statement') return `/vendors/edit-vendor/${vendor}?tab=months&statement=${statement}`;
  return subject === 'subscription' ? `/subscription-plans?tab=subscriptions&one=${subjectId}` : null;
};

function Item({ one }: { one: Finding }) {
  const say = booksText();
  const money = useMoney();
  const when = useTimeText();
  const amount = (figure: number) => (one.currency === null ? String(figure) : money(figure, one.currency));
  const path = pathOf(one);
  const name = (
    <>
      {say(`subject.${one.subject}`)} <Ltr mono="mono">{one.subjectId}</Ltr>
    </>
  );
  return (
    <li>
      <span className="small strong">{say(`rule.${one.rule}`)}</span>
      <span className="tiny">
        {path === null ? (
          name
        ) : (
          <Link to={path} className="link">
            {name}
          </Link>
        )}
      </span>
      <span className="tiny quiet">
        <DotLine>
          {one.expected !== null && one.found !== null && say('check.expected', { amount: amount(one.expected) })}
          {one.expected !== null && one.found !== null && say('check.found', { amount: amount(one.found) })}
          {say('check.since', { at: when(one.since, 'full') })}
        </DotLine>
      </span>
    </li>
  );
}

/** What does not agree, thing by thing; and a check at once. */
export function FindingsDialog({ onClose }: { onClose: () => void }) {
  const say = booksText();
  const api = useApi(booksApi);
  const when = useTimeText();
  const failureText = useFailureText(useMoneySay());
  const { data, isPending } = useQuery(findingsQuery(api));
  const [state, setState] = useState({ asked: '', failure: '' });
  const again = () =>
    api.books.check().then(
      () => setState({ asked: 'asked', failure: '' }),
      (error: unknown) => setState({ asked: '', failure: failureText(error) }),
    );
  const none = data !== undefined && data.items.length === 0;
  return (
    <Dialog
      title={say('check.title')}
      lead={none || data === undefined ? undefined : say('check.lead')}
      width={640}
      onClose={onClose}
    >
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      {state.asked !== '' && <Banner hue="blue">{say('check.asked')}</Banner>}
      {isPending && <Bone w="100%" h={120} />}
      {none && <p>{data.at === null ? say('check.never') : say('check.ok')}</p>}
      {data !== undefined && data.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <ul className={s.findings} tabIndex={0} aria-label={say('check.title')}>
          {data.items.map((one) => (
            <Item key={one.id} one={one} />
          ))}
        </ul>
      )}
      {data?.at != null && <p className="tiny quiet">{say('check.at', { at: when(data.at, 'full') })}</p>}
      <div className={dialogs.acts}>
        <Button size="md" onClick={() => void again()}>
          {say('check.again')}
        </Button>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('detail.close')}
        </Button>
      </div>
    </Dialog>
  );
}
