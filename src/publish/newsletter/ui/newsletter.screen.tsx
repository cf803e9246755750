import { Suspense } from 'react';
import { loadMailOff } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { type GuestPage, loadGuest } from './guest-loading.hook.ts';

const GuestNewsletter = loadable(async () => (await import('./guest.part.tsx')).GuestNewsletter);
const Desk = loadable(async () => (await import('./desk.part.tsx')).Desk);

type NewsletterPage = { as: 'reader'; page: GuestPage } | { as: 'editor' };
/** Editors find campaigns here, all others what they may subscribe to; the link of an email is its reader's in any case. */
const isForEditor = ({ user, url }: LoadContext): boolean =>
  hasScope(user?.scope, 'newsletter.manage') &&
  !['confirm', 'preferences', 'subscribe'].some((name) => url.searchParams.has(name));

export async function load(context: LoadContext): Promise<NewsletterPage> {
  if (!isForEditor(context)) {
    const [page] = await Promise.all([loadGuest(context), GuestNewsletter.preload()]);
    return { as: 'reader', page };
  }
  const [{ loadDesk }] = await Promise.all([import('./newsletter-data.hook.ts'), Desk.preload()]);
  await Promise.all([loadDesk(context), loadMailOff(context)]);
  return { as: 'editor' };
}

export function Screen() {
  const page = useLoaded<typeof load>();
  return <Suspense>{page.as === 'editor' ? <Desk /> : <GuestNewsletter page={page.page} />}</Suspense>;
}
