import { IconUserCheck, IconUserOff, IconUsers } from '@tabler/icons-react';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { Button } from '#ui/parts.tsx';
import { useMeeting } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

const facts = [
  [IconUsers, 'record.asked'],
  [IconUserOff, 'record.nothing'],
  [IconUserCheck, 'record.you'],
] as const;

/** Before a host starts to record: what happens then, to the others and to oneself. */
export function RecordDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const start = () => {
    onClose();
    void meeting.ask({ t: 'record', to: 'on' });
  };
  return (
    <Dialog
      title={text('record.title')}
      lead={text('record.lead')}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {text('record.notNow')}
          </Button>
          <Button look="accent" onClick={start}>
            {text('more.record')}
          </Button>
        </>
      }
    >
      <ul className={f.facts}>
        {facts.map(([Sign, key]) => (
          <li key={key}>
            <Sign size={16} stroke={1.75} aria-hidden="true" />
            <span>{text(key)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
