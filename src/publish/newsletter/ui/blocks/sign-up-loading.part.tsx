import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { OfferedList } from '../../subscribing.contract.ts';

export const NewsletterSignUp = loadable(async () => (await import('./sign-up.part.tsx')).NewsletterSignUp);

/** Lists to subscribe to; the form's code comes only where there are some. */
export async function loadSignUp({ api }: LoadContext): Promise<OfferedList[]> {
  const { newsletterCalls } = await import('../../subscribing.contract.ts');
  const { items } = await api({ newsletter: newsletterCalls }).newsletter.offers();
  if (items.length > 0) await NewsletterSignUp.preload();
  return items;
}
