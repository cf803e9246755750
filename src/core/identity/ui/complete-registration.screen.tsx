import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { type FoundLink, findLink } from './link.hook.ts';
import { RegisterForm } from './register-form.part.tsx';

const LinkTrouble = loadable(async () => (await import('./link-trouble.part.tsx')).LinkTrouble);

export const load = async (context: LoadContext): Promise<FoundLink> => {
  const found = await findLink(context);
  if (found.view === null || found.state !== 'good') await LinkTrouble.preload();
  return found;
};

/** The last step of signing up, of an invitation, and of the first start of an installation. */
export function Screen() {
  const found = useLoaded<typeof load>();
  if (found.view === null || found.state !== 'good') return <LinkTrouble found={found} />;
  return <RegisterForm token={found.token} link={found.view} />;
}
