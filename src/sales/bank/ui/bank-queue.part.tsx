import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { type StatusState, Status } from '#kit/ui/status.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { EntryView } from '../bank.contract.ts';
import { bankApi, useBankRefresh } from './bank-data.hook.ts';
import { BankLine } from './bank-line.part.tsx';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

const groups = ['check', 'sure', 'none'] as const;
type Group = (typeof groups)[number];
const stateOf = { check: 'toCheck', sure: 'matched', none: 'unmatched' } as const satisfies Record<Group, StatusState>;
/** What the bank sent back is to be looked at as well. */
const groupOf = ({ match }: EntryView): Group => (match === null ? 'none' : match.group === 'back' ? 'check' : match.group);
/** Lines of a group that are shown before somebody asks for the others. */
const FIRST = 25;

type GroupProps = { group: Group; items: readonly EntryView[]; open: string | null; onOpen: (id: string | null) => void };
function QueueGroup({ group, items, open, onOpen }: GroupProps) {
  const say = bankText();
  const [shown, setShown] = useState(FIRST);
  if (items.length === 0) return null;
  const rest = items.length - shown;
  return (
    <section className={s.group} aria-label={say(`figures.${group}`)} data-group={group}>
      <h2 className={s.groupHead}>
        <Status of={stateOf[group]} look="plain">
          <span className="num">{items.length}</span>
        </Status>
      </h2>
      <ul>
        {items.slice(0, shown).map((entry) => (
          <BankLine
            key={entry.id}
            entry={entry}
            open={open === entry.id}
            onToggle={() => onOpen(open === entry.id ? null : entry.id)}
            onDone={() => onOpen(null)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="md" variant="subtle" onClick={() => setShown((now) => now + 100)}>
          {say('moreLines', { count: rest })}
        </Button>
      )}
    </section>
  );
}

/** What waits for somebody, by what is left to do. */
export function Queue({ items, more }: { items: readonly EntryView[]; more: number }) {
  const say = bankText();
  const { bank } = useApi(bankApi);
  const refresh = useBankRefresh();
  const failureText = useFailureText(say);
  const toast = useToast();
  const [open, setOpen] = useState<string | null>(null);
  const [state, setState] = useState({ busy: false, trouble: '' });
  const sure = items.filter((one) => one.match?.group === 'sure');
  const bookSure = async () => {
    setState({ busy: true, trouble: '' });
    const trouble = await (async () => {
      const { booked } = await bank.bookSure({ body: { ids: sure.map((one) => one.id) } });
      await refresh();
      toast({ icon: IconCheck, text: say('booked', { count: booked }) });
      return '';
    })().catch(failureText);
    setState({ busy: false, trouble });
  };
  if (items.length === 0) return <EmptyState title={say('empty.title')} text={say('empty.text')} />;
  return (
    <div className={s.queue}>
      {state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
      {sure.length > 0 && (
        <div className={s.sureBar}>
          <span className="small soft grow">{say('sureLead')}</span>
          <Button size="md" variant="filled" loading={state.busy} onClick={() => void bookSure()}>
            {say('bookSure', { count: sure.length })}
          </Button>
        </div>
      )}
      <div className={s.heads} aria-hidden="true">
        <span>{say('head.line')}</span>
        <span>{say('head.amount')}</span>
        <span>{say('head.to')}</span>
        <span>{say('head.why')}</span>
        <span>{say('head.left')}</span>
        <span />
      </div>
      {groups.map((group) => (
        <QueueGroup
          key={group}
          group={group}
          items={items.filter((one) => groupOf(one) === group)}
          open={open}
          onOpen={setOpen}
        />
      ))}
      {more > 0 && <p className="small soft">{say('moreWait', { count: more })}</p>}
    </div>
  );
}
