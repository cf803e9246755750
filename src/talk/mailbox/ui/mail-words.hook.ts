import {
  IconArchive,
  IconCalendarEvent,
  IconCircle,
  IconFileInvoice,
  IconInbox,
  IconLifebuoy,
  IconPencil,
  IconSend,
  IconSpeakerphone,
  IconStar,
  IconTrash,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { dayIn } from '#kit/dates.ts';
import { useBrandName } from '#kit/ui/brand-name.ts';
import { type Reader, useReader } from '#kit/ui/text/reader.tsx';
import type { MailboxItem } from '../mailbox.contract.ts';
import { mailboxText } from './mailbox-text.hook.ts';

export const kindIcons = {
  meetings: IconCalendarEvent,
  tickets: IconLifebuoy,
  invoices: IconFileInvoice,
  recordings: IconCircle,
  news: IconSpeakerphone,
  people: IconUser,
  account: IconUserCircle,
} as const;
export const folderIcons = {
  inbox: IconInbox,
  starred: IconStar,
  draft: IconPencil,
  sent: IconSend,
  archive: IconArchive,
  bin: IconTrash,
} as const;

export const mailDays = ['today', 'yesterday', 'week', 'older'] as const;
type MailDay = (typeof mailDays)[number];

/** Tells in which group of days a moment stands, by the calendar of the reader. */
function dayTeller({ zone, now }: Pick<Reader, 'zone' | 'now'>): (at: number) => MailDay {
  const dayNumber = (at: number) => Math.round(Date.parse(`${dayIn(at, zone)}T00:00:00Z`) / 86_400_000);
  const today = dayNumber(now);
  return (at) => {
    const days = today - dayNumber(at);
    return days <= 0 ? 'today' : days === 1 ? 'yesterday' : days < 8 ? 'week' : 'older';
  };
}
export function useMailDay(): (at: number) => MailDay {
  const { zone, now } = useReader();
  return useMemo(() => dayTeller({ zone, now }), [zone, now]);
}

/** What one wrote oneself; who else a mail went to stands in those of others, too. */
export const isMine = ({ place }: Pick<MailboxItem, 'place'>): boolean => place === 'sent' || place === 'draft';

/** The sender of a mail; the platform's own come under the name of the product or of the vendor. */
export function useSenderName(): (mail: Pick<MailboxItem, 'sender'>) => string {
  const brand = useBrandName();
  return ({ sender }) => (sender.name === '' ? brand : sender.name);
}

/** Who stands at a mail: its sender, or of what one wrote oneself those who get it. */
export function useMailNames(): (mail: Pick<MailboxItem, 'place' | 'sender' | 'recipients'>) => string {
  const say = mailboxText();
  const senderName = useSenderName();
  return ({ place, sender, recipients }) => {
    if (isMine({ place }))
      return recipients.length === 0
        ? say('list.noRecipient')
        : say('list.to', { names: recipients.map(({ name }) => name).join(', ') });
    return senderName({ sender });
  };
}
