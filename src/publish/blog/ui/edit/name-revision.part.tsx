import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { blogText } from './blog-text.hook.ts';
import type { PostWriting } from './post-writing.hook.ts';

export function NameRevisionDialog({ writing, onClose }: { writing: PostWriting; onClose: () => void }) {
  const say = blogText();
  const toast = useToast();
  const [name, setName] = useState('');
  const keep = async () => {
    if (await writing.keepNamed(name.trim())) toast({ text: say('edit.revisionKept') });
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void keep();
  };
  return (
    <Dialog title={say('edit.nameRevision')} lead={say('edit.nameLead')} onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          size="md"
          label={say('edit.revisionName')}
          value={name}
          maxLength={80}
          required
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('edit.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" disabled={name.trim() === ''}>
            {say('edit.keepRevision')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
