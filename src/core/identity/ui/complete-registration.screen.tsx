import { useLoaded, type LoadContext } from '#kit/ui/screen.ts';
import { type FoundLink, findLink } from './link.hook.ts';
import { LinkTrouble } from './link-trouble.part.tsx';
import { RegisterForm } from './register-form.part.tsx';

export const load = (context: LoadContext): Promise<FoundLink> => findLink(context);

/** The last step of signing up, of an invitation, and of the first start of an installation. */
export function Screen() {
  const found = useLoaded<typeof load>();
  if (found.view === null || found.state !== 'good') return <LinkTrouble found={found} />;
  return <RegisterForm token={found.token} link={found.view} />;
}
