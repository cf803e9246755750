import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { RichTextEditor } from '#kit/ui/editor/rich-text-editor.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { SubjectField } from './subject-field.part.tsx';
import s from './templates.module.css';
import { templatesText } from './templates-text.hook.ts';
import { TextLanguages } from './text-languages.part.tsx';
import type { TextWriting } from './text-writing.hook.ts';

type TemplateAct = (work: () => Promise<unknown>) => Promise<void>;

function SaveWord({ writing }: { writing: TextWriting }) {
  const say = templatesText();
  const time = useTimeText();
  const { state, view } = writing;
  return (
    <span role="status" className="small soft">
      {(state.kind === 'saving' || state.kind === 'changed') && say('text.saving')}
      {state.kind === 'saved' && view.editedAt !== null && say('text.savedAt', { time: time(view.editedAt, 'near') })}
    </span>
  );
}

function TextHead({ writing, act }: { writing: TextWriting; act: TemplateAct }) {
  const say = templatesText();
  const toast = useToast();
  const { view, state, unknown } = writing;
  const isDraft = view.state === 'draft' || view.edited || state.kind !== 'saved';
  const publish = () =>
    act(async () => {
      if (await writing.publish()) toast({ text: say('text.published', { language: localeNames[view.locale] }) });
    });
  return (
    <header className={s.head}>
      <LinkButton
        to="/quill"
        className={s.back ?? ''}
        variant="subtle"
        leftSection={<IconArrowLeft className="turn" size={16} stroke={1.75} />}
      >
        {say('text.back')}
      </LinkButton>
      <div className="grow">
        <h2 dir="auto" className={s.title}>
          {view.title}
        </h2>
        <SaveWord writing={writing} />
      </div>
      <Button size="md" variant="filled" disabled={!isDraft || unknown.length > 0} onClick={() => void publish()}>
        {say('text.publish')}
      </Button>
    </header>
  );
}

function TextFoot({ writing, act }: { writing: TextWriting; act: TemplateAct }) {
  const say = templatesText();
  const toast = useToast();
  const time = useTimeText();
  const { view } = writing;
  const reset = () =>
    act(async () => {
      const was = await writing.reset();
      toast({ text: say('text.resetDone'), undo: () => act(() => writing.restore(was)) });
    });
  if (view.revision === 0) return <footer className={s.foot}>{say(`level.${view.original.level}`)}</footer>;
  return (
    <footer className={s.foot}>
      <Button
        variant="subtle"
        leftSection={<IconArrowBackUp className="turn" size={16} stroke={1.75} />}
        onClick={() => void reset()}
      >
        {say('text.reset')}
      </Button>
      {view.editedBy !== null && view.editedAt !== null && (
        <span>{say('text.changedBy', { name: `\u2068${view.editedBy}\u2069`, date: time(view.editedAt, 'day') })}</span>
      )}
    </footer>
  );
}

/** Another person saved this text meanwhile. */
function Conflict({ writing, act }: { writing: TextWriting; act: TemplateAct }) {
  const say = templatesText();
  return (
    <Banner
      hue="amber"
      action={
        <>
          <Button onClick={() => void act(() => writing.resolve('theirs'))}>{say('text.useTheirs')}</Button>
          <Button variant="filled" onClick={() => void act(() => writing.resolve('mine'))}>
            {say('text.keepMine')}
          </Button>
        </>
      }
    >
      {say('text.conflict')}
    </Banner>
  );
}

/** The text in one language: subject, message, and what may stand in them. */
export function TemplateTextPane({ writing }: { writing: TextWriting }) {
  const say = templatesText();
  const failureText = useFailureText(say);
  const [failure, setFailure] = useState('');
  const { view, text, state, unknown } = writing;
  const act: TemplateAct = async (work) => {
    setFailure('');
    await work().catch((error: unknown) => setFailure(failureText(error)));
  };
  const isFailed = state.kind === 'failed' || state.kind === 'device';
  const trouble = isFailed ? failureText(state.error) : failure;
  return (
    <section className={s.text} aria-label={view.title}>
      <TextHead writing={writing} act={act} />
      <TextLanguages view={view} />
      {state.kind === 'conflict' && <Conflict writing={writing} act={act} />}
      {trouble !== '' && (
        <Banner
          hue="red"
          action={isFailed ? <Button onClick={() => void writing.flush()}>{say('text.tryAgain')}</Button> : undefined}
        >
          {trouble}
        </Banner>
      )}
      {unknown.length > 0 && (
        <Banner hue="red">{say('text.unknown', { names: unknown.map((name) => `\u2066{${name}}\u2069`).join(', ') })}</Banner>
      )}
      <div className={s.fields}>
        {view.kind === 'mail' && (
          <SubjectField
            value={text.subject}
            locale={view.locale}
            variables={view.variables}
            onChange={(subject) => writing.change({ subject })}
          />
        )}
        <div>
          <div className={s.label} aria-hidden="true">
            {say('text.message')}
          </div>
          <div className={s.editor}>
            <RichTextEditor
              key={writing.round}
              label={say('text.message')}
              value={text.body}
              variables={view.variables}
              onChange={(body) => writing.change({ body })}
            />
          </div>
          <p className="small soft">{say('text.variableHint')}</p>
        </div>
      </div>
      <TextFoot writing={writing} act={act} />
    </section>
  );
}
