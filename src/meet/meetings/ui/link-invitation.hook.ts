/** The invitation that a personal link carries. It is kept for this tab, because who leaves a meeting comes back to the room's plain address. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

export const invitationParameter = 'invitation';
const keyOf = (slug: string) => `atrium.invitation.${slug}`;

function keptInvitation(slug: string): string | null {
  try {
    return window.sessionStorage.getItem(keyOf(slug));
  } catch {
    return null;
  }
}

/** Keeps it and takes it out of the address bar, which people copy and show. Where nothing can be kept, it stays there. */
export function keepInvitation(slug: string, token: string): void {
  try {
    window.sessionStorage.setItem(keyOf(slug), token);
  } catch {
    return;
  }
  const url = new URL(window.location.href);
  if (url.searchParams.get(invitationParameter) !== token) return;
  url.searchParams.delete(invitationParameter);
  // past the router, which would load the room again, without the invitation
  window.history.replaceState(window.history.state, '', url);
}

/** Null: there is none. One that was kept is known after the first drawing, which the server made without it. */
export function useLinkInvitation(slug: string): string | null {
  const [search] = useSearchParams();
  const inAddress = search.get(invitationParameter);
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => {
    if (inAddress === null) setKept(keptInvitation(slug));
    else keepInvitation(slug, inAddress);
  }, [slug, inAddress]);
  return inAddress ?? kept;
}

/** As calls take it. */
export const withInvitation = (token: string | null) => (token === null ? {} : { invitation: token });
