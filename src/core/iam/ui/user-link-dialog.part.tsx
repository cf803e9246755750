import { Button } from '@mantine/core';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useTimeText } from '#kit/ui/time.tsx';
import { iamText } from './iam-text.hook.ts';
import s from './user.module.css';

export type FirstSignIn = {
  signInName: string | null;
  path: string;
  expiresAt: number;
  /** The address of somebody whose invitation no mail server sends. */
  invites?: string;
};

/** The link with which somebody sets a password, the one time that it can be seen. */
export function LinkDialog({ link, onClose }: { link: FirstSignIn; onClose: () => void }) {
  const say = iamText();
  const time = useTimeText();
  const url = new URL(link.path, window.location.origin).href;
  return (
    <Dialog
      title={say(link.invites === undefined ? 'users.linkTitle' : 'users.inviteTitle')}
      lead={link.invites === undefined ? say('users.linkLead') : say('users.inviteLead', { email: link.invites })}
      width={560}
      onClose={onClose}
    >
      {link.signInName !== null && (
        <div className={s.link}>
          <Ltr mono="mono">{link.signInName}</Ltr>
          <CopyButton text={link.signInName} look="icon" label={say('users.copyName')} />
        </div>
      )}
      <div className={s.link}>
        <Ltr mono="mono">
          <span data-first-sign-in>{url}</span>
        </Ltr>
        <CopyButton text={url} look="icon" label={say('users.copyLink')} />
      </div>
      <p className="tiny quiet">{say('users.linkUntil', { when: time(link.expiresAt, 'full') })}</p>
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose} data-autofocus>
          {say('users.linkDone')}
        </Button>
      </div>
    </Dialog>
  );
}
