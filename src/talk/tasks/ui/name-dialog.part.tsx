import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import s from './task-board.module.css';
import { tasksText } from './tasks-text.hook.ts';

type NameDialogProps = {
  title: string;
  verb: string;
  first?: string;
  /** What the field is called; "Name" when left out. */
  label?: string;
  longest: number;
  /** It stays open when this throws. */
  save: (name: string) => Promise<void>;
  onClose: () => void;
  /** Further fields. */
  children?: ReactNode;
};
/** Asks for one name, and for what else belongs to it. */
export function NameDialog({ title, verb, first = '', label, longest, save, onClose, children }: NameDialogProps) {
  const say = tasksText();
  const failureText = useFailureText(say);
  const [name, setName] = useState(first);
  const [state, setState] = useState<{ busy: 'busy' | 'idle'; trouble: string | null }>({ busy: 'idle', trouble: null });
  const send = async () => {
    if (name.trim() === '' || state.busy === 'busy') return;
    setState({ busy: 'busy', trouble: null });
    try {
      await save(name.trim());
      onClose();
    } catch (error) {
      setState({ busy: 'idle', trouble: failureText(error) });
    }
  };
  return (
    <Dialog title={title} width={440} onClose={onClose}>
      <form
        className={s.dialogForm}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {state.trouble !== null && <Banner hue="red">{state.trouble}</Banner>}
        <TextInput
          label={label ?? say('dialog.name')}
          required
          withAsterisk={false}
          autoComplete="off"
          maxLength={longest}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {children}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('dialog.cancel')}
          </Button>
          <Button size="md" type="submit" variant="filled" loading={state.busy === 'busy'}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
