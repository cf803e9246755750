import { Suspense, useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { GetHelpLinkProps } from '../get-help-link.part.tsx';

const GetHelpLink = loadable(async () => (await import('../get-help-link.part.tsx')).GetHelpLink);
const OpenIssues = loadable(async () => (await import('../open-issues.part.tsx')).OpenIssues);

/** Comes after the page is there: it stands last in its column and is no reason to wait. */
function useAfterPage(): 'first' | 'there' {
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  return state;
}

/** "Get help with this" on the page of a thing. */
function GetHelp(props: GetHelpLinkProps) {
  if (useAfterPage() === 'first') return null;
  return (
    <Suspense>
      <GetHelpLink {...props} />
    </Suspense>
  );
}

export const RoomHelp = ({ room }: { room: { id: string } }) => <GetHelp kind="room" id={room.id} />;
export const MeetingHelp = ({ meetingId }: { meetingId: string }) => <GetHelp kind="meeting" id={meetingId} />;
export const InvoiceHelp = ({ invoiceId }: { invoiceId: string }) => <GetHelp kind="invoice" id={invoiceId} />;

/** My open tickets, for the home page; nothing where there are none. */
export function OpenTickets() {
  const { can } = useAuth();
  if (useAfterPage() === 'first' || !can('tickets.view')) return null;
  return (
    <Suspense>
      <OpenIssues />
    </Suspense>
  );
}
