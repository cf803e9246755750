import { useState } from 'react';
import { dayIn } from '#kit/dates.ts';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import type { RecordingVisibility } from '../recordings.rules.ts';
import { endOfDay } from './keep-day.hook.ts';
import { useRecordingVerbs } from './recording-verbs.hook.ts';
import { recordingsApi } from './recordings-api.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';

/** What is being typed. `day`: the last day that it is kept, as year-month-day in the reader's zone. */
export type RecordingDraft = {
  name: string;
  visibility: RecordingVisibility;
  protect: boolean;
  keep: 'forever' | 'until';
  day: string;
};
type RecordingFields = Pick<RecordingItem, 'name' | 'visibility' | 'protect' | 'keepUntil'>;
export type ChangedField = keyof RecordingFields;

const draftOf = (item: RecordingFields, zone: string): RecordingDraft => ({
  name: item.name,
  visibility: item.visibility,
  protect: item.protect,
  keep: item.keepUntil === null ? 'forever' : 'until',
  day: item.keepUntil === null ? '' : dayIn(item.keepUntil, zone),
});

/** The fields in which two states of a recording differ. */
export const differencesOf = (a: RecordingFields, b: RecordingFields): ChangedField[] =>
  (['name', 'visibility', 'protect', 'keepUntil'] as const).filter((field) => a[field] !== b[field]);

/** The end of the chosen day in the reader's zone, or what the plan allows on that day. `latest`: null, or epoch milliseconds. */
function chosenEnd(day: string, limits: KeepLimits): number | null {
  const end = endOfDay(day, limits.zone);
  return end === null || limits.latest === null ? end : Math.min(end, limits.latest);
}

export type KeepLimits = { zone: string; latest: number | null };

/** What was changed by typing; what nobody touched is not sent, so that it takes nothing from others. */
export function changesOf(first: RecordingDraft, now: RecordingDraft, limits: KeepLimits): Partial<RecordingFields> {
  const keeps = first.keep !== now.keep || (now.keep === 'until' && first.day !== now.day);
  return {
    ...(first.name.trim() !== now.name.trim() && { name: now.name.trim() }),
    ...(first.visibility !== now.visibility && { visibility: now.visibility }),
    ...(first.protect !== now.protect && { protect: now.protect }),
    ...(keeps && { keepUntil: now.keep === 'forever' ? null : chosenEnd(now.day, limits) }),
  };
}

/** What is saved now, with what was typed in its place. */
export function takenOver(first: RecordingDraft, typed: RecordingDraft, saved: RecordingDraft): RecordingDraft {
  const keeps = first.keep !== typed.keep || first.day !== typed.day;
  return {
    name: first.name === typed.name ? saved.name : typed.name,
    visibility: first.visibility === typed.visibility ? saved.visibility : typed.visibility,
    protect: first.protect === typed.protect ? saved.protect : typed.protect,
    ...(keeps ? { keep: typed.keep, day: typed.day } : { keep: saved.keep, day: saved.day }),
  };
}

/**
 * The settings of one recording while they are changed. When somebody else saved first, `base` becomes what is saved now, `met`
 * what one began with, and the entries stay: saving again puts them in its place.
 */
export function useChange(item: RecordingItem, onDone: () => void) {
  const say = recordingsText();
  const { zone } = useReader();
  const api = useApi(recordingsApi);
  const verbs = useRecordingVerbs();
  const failureText = useFailureText(say);
  const [first, setFirst] = useState(() => draftOf(item, zone));
  const [draft, setDraft] = useState(first);
  const [base, setBase] = useState(item);
  const [met, setMet] = useState<RecordingItem | null>(null);
  const [busy, setBusy] = useState('');
  const [trouble, setTrouble] = useState('');
  const put = (change: Partial<RecordingDraft>) => setDraft((now) => ({ ...now, ...change }));
  const failed = async (error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'conflict') return setTrouble(failureText(error));
    const now = await api.recordings.get({ params: { id: item.id } });
    const saved = draftOf(now, zone);
    setDraft(takenOver(first, draft, saved));
    setFirst(saved);
    setMet(base);
    setBase(now);
  };
  const save = async (latest: number | null) => {
    setBusy('save');
    setTrouble('');
    try {
      const changes = changesOf(first, draft, { zone, latest });
      if (Object.keys(changes).length > 0) await verbs.change(base, changes);
      onDone();
    } catch (error) {
      await failed(error).catch((later: unknown) => setTrouble(failureText(later)));
    } finally {
      setBusy('');
    }
  };
  return { base, draft, put, met, busy, trouble, save };
}
