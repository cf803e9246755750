import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { analyticsLimits, measuresFor } from '../measures.rules.ts';
import { analyticsText } from './analytics-text.hook.ts';
import s from './explorer.module.css';

type NameDialogProps = { onName: (name: string) => Promise<void>; onClose: () => void };
/** Asks for the name of a question that is saved the first time. */
export function NameDialog({ onName, onClose }: NameDialogProps) {
  const say = analyticsText();
  const [name, setName] = useState('');
  const [state, setState] = useState<'ready' | 'busy'>('ready');
  const save = () => {
    setState('busy');
    void onName(name.trim()).finally(onClose);
  };
  return (
    <Dialog title={say('view.nameTitle')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          size="md"
          label={say('view.name')}
          value={name}
          maxLength={analyticsLimits.viewName}
          dir="auto"
          autoComplete="off"
          required
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" disabled={name.trim() === ''} loading={state === 'busy'}>
            {say('view.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What each figure counts, in one sentence. */
export function MeaningsDialog({ onClose }: { onClose: () => void }) {
  const say = analyticsText();
  const { user } = useAuth();
  return (
    <Dialog title={say('meanings')} width={560} onClose={onClose}>
      <dl className={s.meanings}>
        {measuresFor(user?.account?.kind ?? 'customer').map((id) => (
          <div key={id}>
            <dt>{say(`measures.${id}.name`)}</dt>
            <dd>{say(`measures.${id}.meaning`)}</dd>
          </div>
        ))}
      </dl>
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('close')}
        </Button>
      </div>
    </Dialog>
  );
}
