import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { emptyMessage, isBlankMessage, type MessageDraft } from '#kit/ui/message-field/message-draft.ts';
import { MessageField } from '#kit/ui/message-field/message-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import { boardPeopleQuery, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

type CommentWriterProps = {
  first?: MessageDraft;
  label: string;
  verb: string;
  /** Returns whether it arrived; what is written stays until then. */
  send: (comment: MessageDraft) => Promise<boolean>;
  onCancel?: () => void;
};
/** Writes a comment; an @ offers the people of the board. */
export function CommentWriter({ first = emptyMessage, label, verb, send, onCancel }: CommentWriterProps) {
  const say = tasksText();
  const { view } = useBoard();
  const client = useApi(tasksApi);
  const [draft, setDraft] = useState(first);
  const [busy, setBusy] = useState<'busy' | 'idle'>('idle');
  const isMentioning = draft.text.includes('@');
  const people = useQuery({ ...boardPeopleQuery(client, view.board.id), enabled: isMentioning }).data?.items ?? view.people;
  const submit = async () => {
    if (isBlankMessage(draft) || busy === 'busy') return;
    setBusy('busy');
    if (await send({ ...draft, text: draft.text.trim() })) setDraft(emptyMessage);
    setBusy('idle');
  };
  return (
    <MessageField
      label={label}
      look="short"
      value={draft}
      people={people.filter(({ role }) => role !== null || view.board.share === 'account')}
      maxLength={taskLimits.comment}
      sendKey="Control+Enter"
      onChange={setDraft}
      onSend={() => void submit()}
      end={
        <>
          {onCancel !== undefined && (
            <Button variant="subtle" onClick={onCancel}>
              {say('dialog.cancel')}
            </Button>
          )}
          <Button variant="default" disabled={isBlankMessage(draft)} loading={busy === 'busy'} onClick={() => void submit()}>
            {verb}
          </Button>
        </>
      }
    />
  );
}
