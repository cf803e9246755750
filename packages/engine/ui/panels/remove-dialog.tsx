import { useState } from 'react';
import type { Member } from '#protocol/messages.ts';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { Button } from '#ui/parts.tsx';
import { useMeeting } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

/** Removing is undone by the link alone, so it is asked; blocking keeps the person out of this meeting. */
export function RemoveDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const [action, setAction] = useState<'remove' | 'block'>('remove');
  const remove = () => {
    void meeting.ask({ t: 'moderate', action, member: member.id });
    onClose();
  };
  return (
    <Dialog
      title={text('person.removeTitle', { name: member.name })}
      lead={text('person.removeLead')}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {text('person.keep')}
          </Button>
          <Button look="danger" onClick={remove}>
            {text('person.removeNow')}
          </Button>
        </>
      }
    >
      <label className={f.check}>
        <input
          type="checkbox"
          checked={action === 'block'}
          onChange={(event) => setAction(event.currentTarget.checked ? 'block' : 'remove')}
        />
        <span>{text('person.block')}</span>
      </label>
    </Dialog>
  );
}
