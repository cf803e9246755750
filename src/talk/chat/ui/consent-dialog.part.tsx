import { Button } from '@mantine/core';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { chatText } from './chat-text.hook.ts';

/** Before a meeting that may be recorded. */
export function ConsentDialog({ onAgree, onClose }: { onAgree: () => void; onClose: () => void }) {
  const say = chatText();
  return (
    <Dialog title={say('consent.title')} lead={say('consent.lead')} onClose={onClose}>
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" onClick={onAgree}>
          {say('consent.agree')}
        </Button>
      </div>
    </Dialog>
  );
}
