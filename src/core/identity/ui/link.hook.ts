import { redirect } from 'react-router';
import { Failure } from '#kit/errors.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { LinkView } from '../links.contract.ts';
import { identityApi } from './identity-api.hook.ts';

/** A mailed link as its page finds it. `missing`: the address carries no token; `unknown`: nobody knows it (any more). */
export type FoundLink =
  | { state: 'missing' | 'unknown'; token: string; view: null }
  | { state: LinkView['state']; token: string; view: LinkView };

const pages = {
  'sign-up': '/verify-email',
  'email-change': '/verify-email',
  registration: '/complete-registration',
  invitation: '/complete-registration',
  'first-run': '/complete-registration',
  membership: '/complete-registration',
  reset: '/update-password',
  'first-sign-in': '/update-password',
  'not-me': '/not-me',
} as const;

/** The page for a token of that kind. */
export const pageWith = (kind: LinkView['kind'], token: string): string => `${pages[kind]}?token=${encodeURIComponent(token)}`;

async function viewOf({ api }: LoadContext, token: string): Promise<LinkView | null> {
  try {
    return await api(identityApi).identity.linkInfo({ body: { token } });
  } catch (error) {
    if (error instanceof Failure && (error.code === 'link_unknown' || error.code === 'invalid_input')) return null;
    throw error;
  }
}

/** Looks at the link of the address without using it. One that belongs to another page leads there. */
export async function findLink(context: LoadContext): Promise<FoundLink> {
  const token = context.url.searchParams.get('token') ?? '';
  if (token === '') return { state: 'missing', token, view: null };
  const view = await viewOf(context, token);
  if (view === null) return { state: 'unknown', token, view };
  if (pages[view.kind] !== context.url.pathname) throw redirect(pageWith(view.kind, token));
  return { state: view.state, token, view };
}
