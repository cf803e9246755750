import { useState } from 'react';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CalendarFile, CalendarFileMeeting, CalendarImportResult } from '../calendar-file.contract.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { scheduleApi, useScheduleRefresh } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

/** Outlook may write UTF-16, and old programs the letters of Windows. */
export function calendarTextOf(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type ImportStep =
  | { name: 'choose' }
  | { name: 'reading' }
  | { name: 'chosen'; file: CalendarFile }
  | { name: 'running'; file: CalendarFile; done: number; all: number }
  | { name: 'done'; file: CalendarFile; result: CalendarImportResult };

const planned = ({ notes: _notes, nextAt: _next, ...meeting }: CalendarFileMeeting) => meeting;

export function useCalendarImport(roomId: string) {
  const say = scheduleText();
  const { zone } = useReader();
  const { schedule } = useApi(scheduleApi);
  const failureText = useFailureText(say);
  const refresh = useScheduleRefresh();
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [trouble, setTrouble] = useState<string | null>(null);
  const read = async (file: File) => {
    setTrouble(null);
    if (file.size > 2 * scheduleLimits.calendarFile) return setTrouble(say('import.tooLarge'));
    setStep({ name: 'reading' });
    try {
      const text = calendarTextOf(new Uint8Array(await file.arrayBuffer()));
      const found = await schedule.readCalendarFile({ body: { text, zone } });
      setLeft(new Set());
      setStep({ name: 'chosen', file: found });
    } catch (error) {
      setStep({ name: 'choose' });
      setTrouble(failureText(error));
    }
  };
  /** In parts, so that one sees how far it is; what is imported stays, and the same file goes on where it stopped. */
  const importChosen = async (file: CalendarFile, guests: 'invite' | 'quiet') => {
    setTrouble(null);
    const chosen = file.meetings.filter(({ sourceUid }) => !left.has(sourceUid)).map(planned);
    const result: CalendarImportResult = { imported: 0, known: 0, refused: [] };
    try {
      for (let at = 0; at < chosen.length; at += scheduleLimits.importedAtOnce) {
        setStep({ name: 'running', file, done: at, all: chosen.length });
        const meetings = chosen.slice(at, at + scheduleLimits.importedAtOnce);
        const part = await schedule.importMeetings({ body: { roomId, invite: guests === 'invite', meetings } });
        result.imported += part.imported;
        result.known += part.known;
        result.refused.push(...part.refused);
      }
      setStep({ name: 'done', file, result });
    } catch (error) {
      setStep({ name: 'chosen', file });
      setTrouble(failureText(error));
    }
    await refresh();
  };
  const toggle = (sourceUid: string) => {
    const next = new Set(left);
    if (!next.delete(sourceUid)) next.add(sourceUid);
    setLeft(next);
  };
  const toggleAll = (file: CalendarFile) =>
    setLeft(left.size === 0 ? new Set(file.meetings.map(({ sourceUid }) => sourceUid)) : new Set());
  return { step, left, trouble, toggle, toggleAll, read: (file: File) => void read(file), importChosen };
}
export type CalendarImport = ReturnType<typeof useCalendarImport>;
