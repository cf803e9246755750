import { ActionIcon, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { POLLS, pollKinds, type PollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import {
  pollToAsk,
  draftFor,
  mayAddOption,
  missingIn,
  withKind,
  withOption,
  withoutOption,
} from '@atrium/engine/topics/polls/ui/poll-draft.ts';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { pollsText } from './polls-text.hook.ts';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

type DraftProps = { draft: PollQuestion; change: (draft: PollQuestion) => void };
const letterOf = (at: number): string => String.fromCharCode(65 + at);
const hasWords = ({ kind }: PollQuestion): boolean => kind === 'letters' || kind === 'own';

function Answers({ draft, change }: DraftProps) {
  const words = pollsText();
  return (
    <fieldset className={s.answers}>
      <legend>{words('answers')}</legend>
      {draft.options.map((option, at) => (
        <span key={letterOf(at)}>
          <TextInput
            aria-label={words('answer', { letter: letterOf(at) })}
            dir="auto"
            leftSection={letterOf(at)}
            value={option}
            maxLength={POLLS.option}
            onChange={(event) => change(withOption(draft, at, event.currentTarget.value))}
          />
          {draft.options.length > 2 && (
            <ActionIcon
              size={32}
              aria-label={words('takeOut', { letter: letterOf(at) })}
              onClick={() => change(withoutOption(draft, at))}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          )}
        </span>
      ))}
      {mayAddOption(draft) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => change({ ...draft, options: [...draft.options, ''] })}
        >
          {words('add')}
        </Button>
      )}
    </fieldset>
  );
}

function RightAnswers({ draft, change }: DraftProps) {
  const words = pollsText();
  const fixed = { 'yes-no': ['yes', 'no'], 'true-false': ['true', 'false'] } as const;
  const nameOf = (at: number) => {
    const names = draft.kind === 'yes-no' || draft.kind === 'true-false' ? fixed[draft.kind] : null;
    const name = names?.[at];
    return name === undefined ? letterOf(at) : words(name);
  };
  const toggled = (at: number) => {
    if (draft.right.includes(at)) return draft.right.filter((one) => one !== at);
    return draft.several ? [...draft.right, at].sort((a, b) => a - b) : [at];
  };
  return (
    <fieldset className={s.rightAnswers}>
      <legend>{words('right')}</legend>
      {draft.options.map((_, at) => (
        <Checkbox
          key={letterOf(at)}
          label={nameOf(at)}
          checked={draft.right.includes(at)}
          onChange={() => change({ ...draft, right: toggled(at) })}
        />
      ))}
    </fieldset>
  );
}

function Rules({ draft, change }: DraftProps) {
  const words = pollsText();
  const rules = [
    ...(hasWords(draft) ? [{ name: 'several', word: 'several' } as const] : []),
    { name: 'anonymous', word: 'anonymous' } as const,
    { name: 'live', word: 'showLive' } as const,
  ];
  return rules.map(({ name, word }) => (
    <Checkbox
      key={name}
      label={words(word)}
      checked={draft[name]}
      onChange={(event) => {
        const next = { ...draft, [name]: event.currentTarget.checked };
        change(next.several ? next : { ...next, right: next.right.slice(0, 1) });
      }}
    />
  ));
}

type Props = { poll: PollQuestion | null; onSave: (poll: PollQuestion) => void; onClose: () => void };
/** Writes a poll for later; null is a new one. */
export function PollDialog({ poll, onSave, onClose }: Props) {
  const say = presentationsText();
  const words = pollsText();
  const [draft, setDraft] = useState(poll ?? draftFor(''));
  const [missing, setMissing] = useState<ReturnType<typeof missingIn>>(null);
  const change = (next: PollQuestion) => {
    setDraft(next);
    setMissing(null);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wrong = missingIn(draft);
    setMissing(wrong);
    if (wrong === null) onSave(pollToAsk(draft));
  };
  return (
    <Dialog title={words(poll === null ? 'new' : 'poll')} width={520} onClose={onClose}>
      <form className={s.poll} onSubmit={save} noValidate>
        <NativeSelect
          label={words('kinds')}
          value={draft.kind}
          data={pollKinds.map((value) => ({ value, label: words(`kind.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            change(withKind(draft, pollKinds.find((one) => one === value) ?? draft.kind))
          }
        />
        <Textarea
          label={words('question')}
          dir="auto"
          autosize
          minRows={2}
          maxLength={POLLS.question}
          value={draft.question}
          onChange={(event) => change({ ...draft, question: event.currentTarget.value })}
        />
        {hasWords(draft) && <Answers draft={draft} change={change} />}
        {draft.options.length > 0 && <RightAnswers draft={draft} change={change} />}
        <Rules draft={draft} change={change} />
        {missing !== null && (
          <p className={s.note} role="alert" data-trouble>
            {words(missing)}
          </p>
        )}
        <div className={dialogs.acts}>
          <Button variant="default" onClick={onClose}>
            {say('use.cancel')}
          </Button>
          <Button type="submit" variant="filled">
            {say('polls.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
