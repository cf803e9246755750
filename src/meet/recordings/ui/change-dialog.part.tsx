import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import dialogs from '#kit/ui/dialog.module.css';
import { useFailureText } from '#kit/ui/failure-text.ts';
import type { RecordingItem } from '../recordings.contract.ts';
import { recordingLimits, visibilities } from '../recordings.rules.ts';
import { RecordingDialog } from './recording-dialog.part.tsx';
import { useRecordingVerbs } from './recording-verbs.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

/** Name, and who can see it. */
export function ChangeDialog({ item, onClose }: { item: RecordingItem; onClose: () => void }) {
  const say = recordingsText();
  const verbs = useRecordingVerbs();
  const failureText = useFailureText(say);
  const [name, setName] = useState(item.name);
  const [who, setWho] = useState(item.visibility);
  const [busy, setBusy] = useState('');
  const [trouble, setTrouble] = useState('');
  const save = async () => {
    setBusy('save');
    try {
      await verbs.change(item, { name: name.trim(), visibility: who });
      onClose();
    } catch (error) {
      setTrouble(failureText(error));
    } finally {
      setBusy('');
    }
  };
  return (
    <RecordingDialog title={say('change.title')} onClose={onClose}>
      <form
        className={s.changeForm}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label={say('change.name')}
          value={name}
          maxLength={recordingLimits.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={say('list.who')}
          value={who}
          onChange={(event) => setWho(visibilities.find((one) => one === event.currentTarget.value) ?? who)}
          data={visibilities.map((value) => ({ value, label: say(`who.${value}`) }))}
        />
        <p role="alert" className="small">
          {trouble}
        </p>
        <div className={dialogs.acts}>
          <Button onClick={onClose}>{say('change.cancel')}</Button>
          <Button variant="filled" type="submit" disabled={name.trim() === ''} loading={busy !== ''}>
            {say('change.save')}
          </Button>
        </div>
      </form>
    </RecordingDialog>
  );
}
