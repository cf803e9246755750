import { IconLifebuoy } from '@tabler/icons-react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import type { TicketSubject } from '../tickets.rules.ts';
import { newIssuePath } from './tickets-data.hook.ts';
import { helpText } from './blocks/help-text.hook.ts';

export type GetHelpLinkProps = { kind: TicketSubject; id: string };
/** Leads from a thing to a new ticket about it; nothing for those who may open none. */
export function GetHelpLink({ kind, id }: GetHelpLinkProps) {
  const say = helpText();
  const { can, user } = useAuth();
  // the operator has nobody to ask
  if (!can('tickets.create') || user?.account?.kind === 'operator') return null;
  return (
    <LinkButton
      to={`${newIssuePath}?kind=${kind}&id=${id}`}
      variant="subtle"
      leftSection={<IconLifebuoy size={16} stroke={1.75} aria-hidden="true" />}
    >
      {say('help.get')}
    </LinkButton>
  );
}
