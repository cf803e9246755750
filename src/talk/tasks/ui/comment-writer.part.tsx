import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleApi, peopleQuery } from '#core/accounts/ui/blocks/people-query.hook.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { useAttachments } from '#core/files/ui/blocks/attachments.hook.ts';
import { AttachButton, AttachmentList } from '#core/files/ui/blocks/attachments.part.tsx';
import { emptyMessage, isBlankMessage, type MessageDraft } from '#kit/ui/message-field/message-draft.ts';
import { MessageField } from '#kit/ui/message-field/message-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** What was typed of the name that was begun last; null: nobody is mentioned. */
const lastMention = (text: string): string | null => [...text.matchAll(/@([\p{L}\p{M}\p{N}.'-]{0,30})/gu)].at(-1)?.[1] ?? null;

export type CommentDraft = MessageDraft & { files: readonly AttachedFile[] };
const emptyComment: CommentDraft = { ...emptyMessage, files: [] };

type CommentWriterProps = {
  first?: CommentDraft;
  label: string;
  verb: string;
  /** Returns whether it arrived; what is written stays until then. */
  send: (comment: MessageDraft & { files: string[] }) => Promise<boolean>;
  onCancel?: () => void;
};
/** Writes a comment; an @ offers the people of the board. */
export function CommentWriter({ first = emptyComment, label, verb, send, onCancel }: CommentWriterProps) {
  const say = tasksText();
  const { view } = useBoard();
  const client = useApi(peopleApi);
  const [draft, setDraft] = useState(first);
  const [busy, setBusy] = useState<'busy' | 'idle'>('idle');
  const attachments = useAttachments({
    files: draft.files,
    max: taskLimits.files,
    onChange: (files) => setDraft((now) => ({ ...now, files })),
  });
  const isEmpty = isBlankMessage(draft) && draft.files.length === 0;
  const typed = lastMention(draft.text);
  const members = view.people.flatMap(({ userId, name, role }) => (role === null ? [] : [{ userId, name }]));
  const found = useQuery({
    ...peopleQuery(client, { purpose: 'tasks', search: typed ?? '' }),
    enabled: view.board.share === 'account' && typed !== null,
    placeholderData: keepPreviousData,
  }).data?.items.map(({ id, name }) => ({ userId: id, name }));
  const submit = async () => {
    if (isEmpty || attachments.sending || busy === 'busy') return;
    setBusy('busy');
    const { text, doc, files } = draft;
    if (await send({ text: text.trim(), doc, files: files.map(({ id }) => id) })) setDraft(emptyComment);
    setBusy('idle');
  };
  return (
    <MessageField
      label={label}
      look="short"
      value={draft}
      people={found ?? members}
      maxLength={taskLimits.comment}
      sendKey="Control+Enter"
      onChange={(message) => setDraft((now) => ({ ...now, ...message }))}
      onSend={() => void submit()}
      frame={attachments.frame}
      start={<AttachButton attachments={attachments} />}
      end={
        <>
          {onCancel !== undefined && (
            <Button variant="subtle" onClick={onCancel}>
              {say('dialog.cancel')}
            </Button>
          )}
          <Button
            variant="default"
            disabled={isEmpty || attachments.sending}
            loading={busy === 'busy'}
            onClick={() => void submit()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <AttachmentList attachments={attachments} />
    </MessageField>
  );
}
