import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { AttachedFiles } from '#core/files/ui/blocks/attached-files.part.tsx';
import { useAttachments } from '#core/files/ui/blocks/attachments.hook.ts';
import { AttachButton, AttachmentList } from '#core/files/ui/blocks/attachments.part.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import type { CardDetail } from '../tasks-views.contract.ts';
import { taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import s from './card-drawer.module.css';
import type { ChangeCard } from './card-drawer.part.tsx';
import { tasksText } from './tasks-text.hook.ts';

function AddStep({ cardId }: { cardId: string }) {
  const say = tasksText();
  const { change } = useBoard();
  const [text, setText] = useState('');
  const add = async () => {
    if (text.trim() !== '' && (await change(cardId, { step: { text: text.trim() } }))) setText('');
  };
  return (
    <form
      className={s.addStep}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        className="grow"
        aria-label={say('steps.add')}
        placeholder={say('steps.add')}
        leftSection={<IconPlus size={16} stroke={1.75} />}
        autoComplete="off"
        maxLength={taskLimits.step}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() !== '' && <Button type="submit">{say('steps.addVerb')}</Button>}
    </form>
  );
}

type CardPartProps = { detail: CardDetail; change: ChangeCard };
/** The checklist: ticks in place, with how far it is. */
export function CardSteps({ detail: { card, checklist }, change }: CardPartProps) {
  const say = tasksText();
  const { edit } = useBoard().view.board.rights;
  if (checklist.length === 0 && !edit) return null;
  const done = checklist.filter((step) => step.done).length;
  return (
    <section className={s.steps} aria-labelledby="card-steps">
      <h3 id="card-steps">
        {say('steps.title')}
        {checklist.length > 0 && <span className="quiet">{say('steps.done', { done, total: checklist.length })}</span>}
      </h3>
      {checklist.length > 0 && <progress aria-labelledby="card-steps" max={checklist.length} value={done} />}
      <ul>
        {checklist.map((step) => (
          <li key={step.id} data-done={step.done || undefined}>
            <Checkbox
              className="grow"
              checked={step.done}
              disabled={!edit}
              label={<bdi>{step.text}</bdi>}
              onChange={({ currentTarget }) => change({ step: { id: step.id, done: currentTarget.checked } })}
            />
            {edit && (
              <IconButton
                size={28}
                aria-label={say('steps.remove', { text: step.text })}
                onClick={() => change({ step: { id: step.id, text: null } })}
              >
                <IconX size={14} stroke={1.75} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {edit && checklist.length < taskLimits.steps && <AddStep cardId={card.id} />}
    </section>
  );
}

/** Files that belong to the card. */
export function CardFiles({ detail: { attached }, change }: CardPartProps) {
  const say = tasksText();
  const { rights } = useBoard().view.board;
  const attachments = useAttachments({
    files: attached,
    max: taskLimits.files,
    onChange: (files) => change({ files: files.map(({ id }) => id) }),
  });
  if (attached.length === 0 && !rights.attach) return null;
  return (
    <section className={s.part} aria-labelledby="card-files" {...(rights.attach && attachments.frame)}>
      <h3 id="card-files">{say('card.files')}</h3>
      <AttachedFiles files={attached} {...(rights.edit && { onRemove: attachments.remove })} />
      {rights.attach && (
        <>
          <AttachmentList attachments={{ ...attachments, files: [] }} />
          <AttachButton attachments={attachments} />
        </>
      )}
    </section>
  );
}
