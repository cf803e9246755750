/** Who reads the measured pages, and the ids of the sample data that stand in their addresses. */
import { emails, type Eyes } from '../e2e/route-examples.ts';
import { type Bench, signIn } from './product.ts';

export type Reader = { token: string; cookie: string };
export type Readers = Readonly<Record<Eyes, Reader>>;

const readerOf = (token: string): Reader => ({
  token,
  cookie: token === '' ? '' : `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`,
});

/** Signs the owner of the sample school and the operator in. */
export async function signInReaders(bench: Pick<Bench, 'url' | 'password'>): Promise<Readers> {
  return {
    guest: readerOf(''),
    owner: readerOf(await signIn(bench, emails.owner)),
    operator: readerOf(await signIn(bench, emails.operator)),
  };
}

/** The HTML of a page. Throws when it answers with another status. */
export async function htmlOf(url: string, cookie = '', status = 200): Promise<string> {
  const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  if (response.status !== status) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.text();
}

/** The last part of the first link on the page that begins like that; empty where there is none. */
async function idIn(url: string, cookie: string, link: string): Promise<string> {
  const html = await htmlOf(url, cookie);
  return new RegExp(`href="${link}([0-9a-zA-Z-]+)"`).exec(html.slice(html.indexOf('<main')))?.[1] ?? '';
}

/** What the words in braces of `e2e/route-examples.ts` stand for. */
export async function idsOfSamples({ url }: Pick<Bench, 'url'>, readers: Readers): Promise<Record<string, string>> {
  const { owner, operator } = readers;
  const listed: { items: { id: string; slug: string }[] } = await (
    await fetch(`${url}/api/rooms?search=Office`, { headers: { authorization: `Bearer ${owner.token}` } })
  ).json();
  const room = listed.items[0];
  const account = await idIn(`${url}/users?q=Nordlicht`, operator.cookie, '/users/edit-user/');
  return {
    room: room?.id ?? '',
    slug: room?.slug ?? '',
    meeting: await idIn(`${url}/rooms/meetings`, owner.cookie, '/rooms/meeting/'),
    mail: await idIn(`${url}/outbox`, operator.cookie, '/outbox/'),
    server: await idIn(`${url}/servers/edit-server`, operator.cookie, '/servers/edit-server/'),
    account,
    person: await idIn(`${url}/users/edit-user/${account}`, operator.cookie, '/users/profile/'),
    user: await idIn(`${url}/users/IAMUsers`, owner.cookie, '/users/IAMUsers/edit-user/'),
    group: await idIn(`${url}/users/groups`, owner.cookie, '/users/groups/edit-group/'),
    invoice: await idIn(`${url}/invoices?state=open`, owner.cookie, '/invoices/'),
    plan: await idIn(`${url}/subscription-plans`, operator.cookie, '/subscription-plans/edit-plan/'),
    post: await idIn(`${url}/posts`, operator.cookie, '/posts/edit-posts/'),
    category: await idIn(`${url}/categories`, operator.cookie, '/categories/edit-categories/'),
    file: await idIn(`${url}/library`, owner.cookie, '/library/files/'),
    issue: await idIn(`${url}/issues/user/list`, owner.cookie, '/issues/user/details/'),
    chat: await idIn(`${url}/chat`, owner.cookie, '/chat\\?c='),
    campaign: await idIn(`${url}/newsletter`, operator.cookie, '/newsletter/'),
    claim: await idIn(`${url}/all-invoices?state=overdue`, operator.cookie, '/all-invoices/(?!new)'),
  };
}
