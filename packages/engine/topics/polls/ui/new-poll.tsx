import { IconChartBar, IconPlus, IconPresentation, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { POLLS, pollKinds, type PollQuestion } from '#topics/polls/poll-schemas.ts';
import {
  draftFor,
  mayAddOption,
  missingIn,
  pollToAsk,
  withKind,
  withOption,
  withoutOption,
} from '#topics/polls/ui/poll-draft.ts';
import s from '#topics/polls/ui/polls.module.css';
import { letterOf, optionWords, usePollsCommand, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { Button, IconButton } from '#ui/parts.tsx';

type PollChange = (draft: PollQuestion) => void;
type DraftProps = { draft: PollQuestion; change: PollChange };
/** `page`: null where nothing is shown. */
export type SlideWords = { page: number | null; text: string };

/** Asks what the slide offers; everything can be changed before it starts. Until then a new page brings its own question. */
export function NewPoll({ slide }: { slide: SlideWords }) {
  const text = usePollsText();
  const send = usePollsCommand();
  const [own, setOwn] = useState<PollQuestion | null>(null);
  const [wrong, setWrong] = useState<ReturnType<typeof missingIn>>(null);
  const offered = draftFor(slide.text);
  const draft = own ?? offered;
  const change: PollChange = (next) => {
    setOwn(next);
    setWrong(null);
  };
  const use = async (verb: 'start' | 'prepare') => {
    const missing = missingIn(draft);
    setWrong(missing);
    if (missing !== null) return;
    if ((await send({ do: verb, poll: pollToAsk(draft) })) === 'ok') setOwn(null);
  };
  const found = own === null && offered.kind === 'letters' ? offered.options.length : 0;
  return (
    <form className={s.form} onSubmit={(event) => event.preventDefault()} aria-label={text('new')}>
      <div className={s.scroll}>
        <div className={s.formHead}>
          <h2>{text('new')}</h2>
          {own === null && slide.page !== null && offered.question !== '' && (
            <span>
              <IconPresentation size={14} stroke={1.75} aria-hidden="true" />
              {text('fromPage', { page: slide.page })}
            </span>
          )}
        </div>
        <Kinds draft={draft} change={change} />
        <label className={s.field}>
          {text('question')}
          <textarea
            rows={2}
            maxLength={POLLS.question}
            value={draft.question}
            onChange={(event) => change({ ...draft, question: event.currentTarget.value })}
          />
        </label>
        {(draft.kind === 'letters' || draft.kind === 'own') && <Options draft={draft} change={change} found={found} />}
        <Rules draft={draft} change={change} />
        <p className={s.wrong} role="alert">
          {wrong !== null && text(wrong)}
        </p>
      </div>
      <div className={s.acts}>
        <Button onClick={() => void use('prepare')}>{text('save')}</Button>
        <Button look="accent" icon={IconChartBar} type="submit" onClick={() => void use('start')}>
          {text('start')}
        </Button>
      </div>
    </form>
  );
}

function Kinds({ draft, change }: DraftProps) {
  const text = usePollsText();
  return (
    <fieldset className={s.kinds}>
      <legend>{text('kinds')}</legend>
      {pollKinds.map((kind) => (
        <button key={kind} type="button" aria-pressed={kind === draft.kind} onClick={() => change(withKind(draft, kind))}>
          {text(`kind.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Options({ draft, change, found }: DraftProps & { found: number }) {
  const text = usePollsText();
  return (
    <fieldset className={s.options}>
      <legend>{text('answers')}</legend>
      {found > 0 && <small>{text('found', { count: found })}</small>}
      {draft.options.map((option, at) => (
        <span key={letterOf(at)} className={s.option}>
          <b aria-hidden="true">{letterOf(at)}</b>
          <input
            aria-label={text('answer', { letter: letterOf(at) })}
            maxLength={POLLS.option}
            value={option}
            onChange={(event) => change(withOption(draft, at, event.currentTarget.value))}
          />
          {draft.options.length > 2 && (
            <IconButton
              icon={IconX}
              size={28}
              label={text('takeOut', { letter: letterOf(at) })}
              onClick={() => change(withoutOption(draft, at))}
            />
          )}
        </span>
      ))}
      {mayAddOption(draft) && (
        <button type="button" className={s.add} onClick={() => change({ ...draft, options: [...draft.options, ''] })}>
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {text('add')}
        </button>
      )}
    </fieldset>
  );
}

function Rules({ draft, change }: DraftProps) {
  const text = usePollsText();
  const right = draft.right[0];
  const switches =
    draft.kind === 'letters' || draft.kind === 'own'
      ? (['several', 'anonymous', 'live'] as const)
      : (['anonymous', 'live'] as const);
  const words = { several: 'several', anonymous: 'anonymous', live: 'showLive' } as const;
  return (
    <div className={s.rules}>
      {draft.options.length > 0 && (
        <label>
          {text('right')}
          <select
            value={right ?? ''}
            onChange={({ currentTarget: { value } }) => change({ ...draft, right: value === '' ? [] : [Number(value)] })}
          >
            <option value="">{text('noRight')}</option>
            {draft.options.map((_, at) => (
              <option key={letterOf(at)} value={at}>
                {draft.kind === 'letters' || draft.kind === 'own' ? letterOf(at) : optionWords(text, draft, at)}
              </option>
            ))}
          </select>
        </label>
      )}
      {switches.map((name) => (
        <label key={name}>
          {text(words[name])}
          <input
            type="checkbox"
            role="switch"
            aria-checked={draft[name]}
            checked={draft[name]}
            onChange={(event) => change({ ...draft, [name]: event.currentTarget.checked })}
          />
        </label>
      ))}
    </div>
  );
}
