import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useModal } from '#kit/ui/overlay/dialog.tsx';
import dialog from '#kit/ui/overlay/dialog.module.css';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

type Props = { title: string; lead: string; onClose: () => void; children: ReactNode };

/** A wide dialog for work that is done in steps. It is the browser's own: it keeps the focus and closes by Esc. */
export function PoolDialog({ title, lead, onClose, children }: Props) {
  const say = serversText();
  const box = useModal();
  const id = useId();
  return (
    <dialog ref={box} className={`${dialog['dialog']} ${s.dialogWide}`} aria-labelledby={id} onCancel={onClose}>
      <div className={s.dialogBody}>
        <header>
          <div className="grow">
            <h2 id={id}>{title}</h2>
            <p className="soft">{lead}</p>
          </div>
          <ActionIcon size={32} variant="subtle" aria-label={say('drawer.close')} onClick={onClose}>
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </header>
        {children}
      </div>
    </dialog>
  );
}
