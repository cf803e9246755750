import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import type { RecordingDetail } from '../recordings.contract.ts';
import { recordingLimits } from '../recordings.rules.ts';
import { kinds, type NewCaption, useNewCaption } from './caption-form.hook.ts';
import { useLanguages } from './languages.hook.ts';
import { clockText } from './recording-words.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

type CaptionFile = RecordingDetail['captionFiles'][number];

/** What was understood of the text: how many entries and from when to when, or the line that is none. */
function Understood({ caption }: { caption: NewCaption }) {
  const say = recordingsText();
  const { read, trouble, done } = caption;
  if (trouble !== '') return <Banner hue="red">{trouble}</Banner>;
  if (read === null) return <p className="small soft">{done}</p>;
  if ('badLine' in read)
    return (
      <Banner hue="red">
        {say('captions.badLine', { line: read.badLine })} <bdi dir="ltr">00:01.000 --&gt; 00:04.000</bdi>
      </Banner>
    );
  const from = clockText(Math.min(...read.cues.map((one) => one.from)));
  const to = clockText(Math.max(...read.cues.map((one) => one.to)));
  return <p className="small soft">{say('captions.read', { count: read.cues.length, from, to })}</p>;
}

function Choices({ caption, there }: { caption: NewCaption; there: readonly CaptionFile[] }) {
  const say = recordingsText();
  const { name, names } = useLanguages();
  const { lang, kind, label, put } = caption;
  const replaces = there.some((one) => one.lang === lang && one.kind === kind);
  return (
    <div className={s.pair}>
      <NativeSelect
        label={say('captions.language')}
        description={replaces ? say('captions.replaces', { language: name(lang) }) : null}
        inputWrapperOrder={['label', 'input', 'description']}
        value={lang}
        onChange={(event) => put({ lang: event.currentTarget.value })}
        data={names}
      />
      <TextInput
        label={say('captions.label')}
        value={label}
        maxLength={80}
        onChange={(event) => put({ label: event.currentTarget.value })}
      />
      <NativeSelect
        className={s.whole ?? ''}
        label={say('captions.kind')}
        value={kind}
        onChange={(event) => put({ kind: kinds.find((one) => one === event.currentTarget.value) ?? kind })}
        data={kinds.map((value) => ({ value, label: say(`captions.kinds.${value}`) }))}
      />
    </div>
  );
}

/** A text track from a file or pasted; it is read before it is sent, so that one sees at once what is wrong with it. */
export function CaptionForm({ id, there }: { id: string; there: readonly CaptionFile[] }) {
  const say = recordingsText();
  const caption = useNewCaption(id);
  const file = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? [];
    // the same file may be chosen again after it was corrected
    event.currentTarget.value = '';
    if (chosen !== undefined) void caption.take(chosen);
  };
  return (
    <form
      className={s.changeForm}
      aria-label={say('captions.add')}
      onSubmit={(event) => {
        event.preventDefault();
        void caption.send();
      }}
    >
      <h3>{say('captions.add')}</h3>
      <Choices caption={caption} there={there} />
      <div>
        <input ref={file} type="file" accept=".vtt,.srt,text/vtt" hidden onChange={choose} aria-label={say('captions.file')} />
        <Button leftSection={<IconFileUpload size={16} stroke={1.75} />} onClick={() => file.current?.click()}>
          {say('captions.file')}
        </Button>{' '}
        <bdi className="small quiet">{caption.file === '' ? say('captions.files') : caption.file}</bdi>
      </div>
      <Textarea
        label={say('captions.paste')}
        rows={4}
        dir="auto"
        spellCheck={false}
        maxLength={recordingLimits.captionText}
        value={caption.text}
        onChange={(event) => caption.put({ text: event.currentTarget.value })}
      />
      <div aria-live="polite">
        <Understood caption={caption} />
      </div>
      <Button variant="filled" type="submit" disabled={!caption.ready} loading={caption.busy !== ''}>
        {say('captions.add')}
      </Button>
    </form>
  );
}
