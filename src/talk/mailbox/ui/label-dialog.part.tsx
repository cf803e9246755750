import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import type { MailLabel } from '../mailbox.contract.ts';
import { mailLimits } from '../mailbox.rules.ts';
import { LabelDot } from './label-dot.part.tsx';
import s from './mailbox.module.css';
import { mailboxApi, mailboxPath, useMailboxRefresh } from './mailbox-data.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

const hues = Array.from({ length: mailLimits.hues }, (_, hue) => hue);

/** Makes a label, renames it or deletes it. */
export function LabelDialog({ label, onClose }: { label: MailLabel | null; onClose: () => void }) {
  const say = mailboxText();
  const ask = useAsk();
  const navigate = useNavigate();
  const failureText = useFailureText(say);
  const client = useApi(mailboxApi);
  const refresh = useMailboxRefresh(client);
  const [body, setBody] = useState({ name: label?.name ?? '', hue: label?.hue ?? 0 });
  const [trouble, setTrouble] = useState<string | null>(null);
  const attempt = async (call: () => Promise<unknown>) => {
    try {
      await call();
      await refresh.all();
      onClose();
    } catch (error) {
      setTrouble(failureText(error));
    }
  };
  const { mailbox } = client;
  const remove = async ({ id, name }: MailLabel) => {
    const verb = say('labels.delete');
    if (
      !(await ask({ title: say('labels.deleteTitle', { name }), lead: say('labels.deleteLead'), verb, safe: say('labels.keep') }))
    )
      return;
    await attempt(() => mailbox.removeLabel({ params: { id } }));
    void navigate(mailboxPath({}));
  };
  return (
    <Dialog title={label === null ? say('labels.add') : say('labels.edit', { name: label.name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() =>
            label === null ? mailbox.addLabel({ body }) : mailbox.editLabel({ params: { id: label.id }, body }),
          );
        }}
      >
        {trouble !== null && <Banner hue="red">{trouble}</Banner>}
        <TextInput
          size="md"
          label={say('labels.name')}
          dir="auto"
          data-autofocus
          required
          maxLength={mailLimits.labelName}
          value={body.name}
          onChange={({ currentTarget }) => setBody({ ...body, name: currentTarget.value })}
        />
        <fieldset className={s.hues}>
          <legend>{say('labels.colour')}</legend>
          {hues.map((hue) => (
            <label key={hue}>
              <input type="radio" name="hue" checked={body.hue === hue} onChange={() => setBody({ ...body, hue })} />
              <LabelDot hue={hue} />
              <span className="hidden">{say('labels.oneColour', { number: hue + 1 })}</span>
            </label>
          ))}
        </fieldset>
        <div className={dialogs.acts}>
          {label !== null && (
            <Button size="md" variant="subtle" data-danger onClick={() => void remove(label)}>
              {say('labels.delete')}
            </Button>
          )}
          <Button size="md" onClick={onClose}>
            {say('labels.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" disabled={body.name.trim() === ''}>
            {say('labels.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
