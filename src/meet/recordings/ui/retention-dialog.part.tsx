import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { Retention } from '../recordings.contract.ts';
import { recordingLimits } from '../recordings.rules.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { recordingsApi } from './recordings-api.hook.ts';
import { retentionQuery, useRecordingsRefresh } from './recordings-data.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

const usualDays = '180';

/** The typed days; null when they are no whole number, or more than is allowed. */
function daysOf(typed: string, most: number | null): number | null {
  const days = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return days < 1 || days > (most ?? recordingLimits.keepDays) ? null : days;
}

/** What a rule would do, said before it is set. */
function Consequence({ days }: { days: number | null }) {
  const say = recordingsText();
  const api = useApi(recordingsApi);
  const preview = useQuery({ ...retentionQuery(api, days ?? 1), enabled: days !== null, placeholderData: keepPreviousData });
  if (days === null) return <p className="small soft">{say('retention.endless')}</p>;
  const count = preview.data?.tooOld ?? null;
  if (count === null) return <p className="small soft">{say('retention.counting')}</p>;
  const text = say('retention.tooOld', { count, days: recordingLimits.noticeDays });
  return count === 0 ? <p className="small soft">{text}</p> : <Banner hue="amber">{text}</Banner>;
}

/** How long the account keeps its recordings. */
export function RetentionDialog({ rule, onClose }: { rule: Retention; onClose: () => void }) {
  const say = recordingsText();
  const api = useApi(recordingsApi);
  const refresh = useRecordingsRefresh();
  const failureText = useFailureText(say);
  const [keep, setKeep] = useState<'forever' | 'until'>(rule.days === null ? 'forever' : 'until');
  const [typed, setTyped] = useState(String(rule.days ?? rule.most ?? usualDays));
  const [busy, setBusy] = useState('');
  const [trouble, setTrouble] = useState('');
  const days = keep === 'forever' ? null : daysOf(typed, rule.most);
  const bad = keep === 'until' && days === null;
  const choices = [...(rule.most === null ? (['forever'] as const) : []), 'until' as const];
  const set = async () => {
    setBusy('set');
    setTrouble('');
    try {
      await api.recordings.setRetention({ body: { days } });
      await refresh();
      onClose();
    } catch (error) {
      setTrouble(failureText(error));
    } finally {
      setBusy('');
    }
  };
  return (
    <Dialog title={say('retention.title')} lead={say('retention.lead')} onClose={onClose}>
      <form
        className={s.changeForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (!bad) void set();
        }}
      >
        <div className={s.pair}>
          <NativeSelect
            label={say('change.keep')}
            value={keep}
            onChange={(event) => setKeep(event.currentTarget.value === 'forever' ? 'forever' : 'until')}
            data={choices.map((value) => ({ value, label: say(`retention.keeps.${value}`) }))}
          />
          {keep === 'until' && (
            <TextInput
              label={say('retention.days')}
              inputMode="numeric"
              dir="ltr"
              value={typed}
              error={bad ? say('retention.bad', { most: rule.most ?? recordingLimits.keepDays }) : null}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </div>
        <div aria-live="polite">{!bad && <Consequence days={days} />}</div>
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <div className={dialogs.acts}>
          <Button onClick={onClose}>{say('change.cancel')}</Button>
          <Button variant="filled" type="submit" disabled={bad} loading={busy !== ''}>
            {say('change.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
