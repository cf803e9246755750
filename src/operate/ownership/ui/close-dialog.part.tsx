import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countWords } from '#kit/counted.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { previewQuery, useOwnership } from './blocks/ownership-query.hook.ts';
import s from './ownership.module.css';
import { ownershipText } from './ownership-text.hook.ts';

/** What goes, what stays, and the name to be typed. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const say = ownershipText();
  const api = useOwnership();
  const auth = useAuth();
  const navigate = useNavigate();
  const { run, dialog } = useProof();
  const { data } = useQuery(previewQuery(api));
  const when = useTimeText();
  const { locale } = useReader();
  const counted = (total: number | undefined) => countWords(total, locale);
  // kept: with the account closed, nobody is signed in to it any more
  const [name] = useState(auth.user?.account?.name ?? '');
  const [eraseAt, setEraseAt] = useState<number | null>(null);
  const form = useDraftForm({
    key: null,
    initial: { name: '' },
    check: (values) => (values.name.trim() === '' ? { name: 'required' } : {}),
    say,
    save: async (values) => {
      const done = await run(say('close.what', { name }), () => api.close({ body: { name: values.name } }));
      if (done !== null) setEraseAt(done.eraseAt);
    },
  });
  const leave = async () => {
    await auth.logout();
    await navigate('/login', { replace: true });
  };
  if (eraseAt !== null)
    return (
      <Dialog
        title={say('closed.title')}
        lead={say('closed.text', { name, when: when(eraseAt, 'day') })}
        onClose={() => void leave()}
      >
        <div className={dialogs.acts}>
          <Button size="md" variant="filled" onClick={() => void leave()}>
            {say('closed.signOut')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={say('close.dialogTitle', { name })} width={560} onClose={onClose}>
      {data === undefined ? (
        <Bone w={320} />
      ) : (
        <>
          <h3 className={`small strong ${s.part}`}>{say('close.goes', { days: data.graceDays })}</h3>
          <ul className={s.facts}>
            <li>{say('close.rooms', { rooms: counted(data.counts.rooms), meetings: counted(data.counts.meetings) })}</li>
            <li>{say('close.recordings', { recordings: counted(data.counts.recordings) })}</li>
            <li>{say('close.people', { people: counted(data.counts.people) })}</li>
          </ul>
          <h3 className={`small strong ${s.part}`}>{say('close.stays')}</h3>
          <ul className={s.facts}>
            <li>{say('close.audit')}</li>
            <li>{say('close.backups', { days: data.backupDays })}</li>
          </ul>
        </>
      )}
      <form method="post" className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput size="md" dir="auto" label={say('close.type', { name })} autoComplete="off" {...form.input('name')} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('close.safe')}
          </Button>
          <Button size="md" variant="filled" color="red" type="submit" loading={form.saving} disabled={data === undefined}>
            {say('close.verb')}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}
