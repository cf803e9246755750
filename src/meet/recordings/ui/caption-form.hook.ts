import { useMemo, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { readCues } from '../captions.rules.ts';
import { recordingLimits } from '../recordings.rules.ts';
import { ownName, useLanguages } from './languages.hook.ts';
import { recordingsApi } from './recordings-api.hook.ts';
import { useRecordingsRefresh } from './recordings-data.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';

export const kinds = ['captions', 'subtitles'] as const;
type CaptionEntries = { lang: string; kind: (typeof kinds)[number]; label: string; text: string };

/** The text of a file; null when it is not written in UTF-8 (or in UTF-16 with its mark), so that letters would be lost. */
export function textOfFile(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  try {
    return new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text track that is being added, with what was understood of it so far. */
export function useNewCaption(id: string) {
  const say = recordingsText();
  const api = useApi(recordingsApi);
  const refresh = useRecordingsRefresh();
  const failureText = useFailureText(say);
  const { first, name } = useLanguages();
  const [entries, setEntries] = useState<CaptionEntries>(() => ({
    lang: first,
    kind: 'captions',
    label: ownName(first),
    text: '',
  }));
  const [file, setFile] = useState('');
  const [busy, setBusy] = useState('');
  const [trouble, setTrouble] = useState('');
  const [done, setDone] = useState('');
  const { text, lang } = entries;
  const read = useMemo(() => (text.trim() === '' ? null : readCues(text)), [text]);
  const put = (change: Partial<CaptionEntries>) => {
    setTrouble('');
    setDone('');
    if (change.text !== undefined) setFile('');
    setEntries((now) => {
      // the name follows the language as long as nobody wrote another one
      const follows = change.lang !== undefined && now.label === ownName(now.lang);
      return { ...now, ...change, ...(follows && { label: ownName(change.lang ?? now.lang) }) };
    });
  };
  const take = async (chosen: File) => {
    const found = chosen.size > recordingLimits.captionText * 4 ? null : textOfFile(await chosen.arrayBuffer());
    put({ text: found ?? '' });
    setFile(chosen.name);
    if (found === null) setTrouble(say('captions.badFile'));
    else if (found.length > recordingLimits.captionText) setTrouble(say('captions.tooLong'));
  };
  const said = (error: unknown): string => {
    const line = error instanceof Failure && error.code === 'bad_captions' ? error.data['line'] : undefined;
    return typeof line === 'number' ? say('captions.badLine', { line }) : failureText(error);
  };
  const send = async () => {
    setBusy('send');
    setTrouble('');
    try {
      await api.recordings.addCaption({ params: { id }, body: { ...entries, label: entries.label.trim() } });
      await refresh();
      put({ text: '' });
      setDone(say('captions.added', { language: name(lang) }));
    } catch (error) {
      setTrouble(said(error));
    } finally {
      setBusy('');
    }
  };
  const fits = text.length <= recordingLimits.captionText && read !== null && 'cues' in read;
  const ready = fits && entries.label.trim() !== '';
  return { ...entries, put, file, take, read, ready, busy, trouble, done, send };
}
export type NewCaption = ReturnType<typeof useNewCaption>;
