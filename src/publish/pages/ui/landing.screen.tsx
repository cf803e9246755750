import { IconDeviceLaptop, IconDoorEnter, IconLanguage, IconLink } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import type { PostSummary } from '#publish/blog/reading.contract.ts';
import { loadSignUp, NewsletterSignUp } from '#publish/newsletter/ui/blocks/sign-up-loading.part.tsx';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { How } from './how.part.tsx';
import s from './landing.module.css';
import { pagesText } from './pages-text.hook.ts';
import type { PlanShown } from './prices.part.tsx';
import { ProductPicture } from './product-picture.part.tsx';
import { StartGuest } from './start-guest.part.tsx';

/** Guests need none of the calls about rooms, so these stay out of their page. */
const StartMember = loadable(async () => (await import('./start-member.part.tsx')).StartMember);

const Prices = loadable(async () => (await import('./prices.part.tsx')).Prices);

/** A plan with a price for a month or a year; no others are shown here. */
function shownOf(offer: Offer): PlanShown[] {
  const price = offer.prices.find(({ period }) => period === 'month') ?? offer.prices.find(({ period }) => period === 'year');
  return offer.kind !== 'base' || price === undefined ? [] : [{ offer, price }];
}

const NewestPosts = loadable(async () => (await import('#publish/blog/ui/blocks/newest-posts.part.tsx')).NewestPosts);

/** Posts in the reader's language; its code comes only where there are some. */
async function newestOf({ api, reader }: LoadContext): Promise<PostSummary[]> {
  const { blogCalls } = await import('#publish/blog/reading.contract.ts');
  const { items } = await api({ blog: blogCalls }).blog.posts({ query: { locale: reader.locale, limit: 3 } });
  if (items.length > 0) await NewestPosts.preload();
  return items;
}

export const load = async (context: LoadContext) => {
  const { api, user } = context;
  if (user !== null) {
    const [posts] = await Promise.all([newestOf(context), StartMember.preload()]);
    return { policy: 'closed' as const, plans: [], posts, lists: [] };
  }
  const [{ identityCalls }, { plansCalls }, { billingCalls }] = await Promise.all([
    import('#core/identity/identity.contract.ts'),
    import('#sales/plans/plans.contract.ts'),
    import('#sales/billing/billing.contract.ts'),
  ]);
  const client = api({ identity: identityCalls, plans: plansCalls, billing: billingCalls });
  const [{ policy }, offers, ways, posts, lists] = await Promise.all([
    client.identity.signUpPolicy(),
    client.plans.offers({ query: {} }),
    client.billing.ways(),
    newestOf(context),
    loadSignUp(context),
  ]);
  // what nobody can pay for is not shown with a price
  const plans = ways.sells ? offers.items.flatMap(shownOf).slice(0, 4) : [];
  if (plans.length > 0) await Prices.preload();
  return { policy, plans, posts, lists };
};

const points = [
  { id: 'link', icon: IconLink },
  { id: 'door', icon: IconDoorEnter },
  { id: 'browser', icon: IconDeviceLaptop },
  { id: 'everyone', icon: IconLanguage },
] as const;

function Points() {
  const say = pagesText();
  return (
    <section className={s.points} aria-label={say('points.label')}>
      <ul>
        {points.map(({ id, icon: Icon }) => (
          <li key={id}>
            <Icon size={22} stroke={1.5} />
            <h2>{say(`points.${id}.name`)}</h2>
            <p className="soft">{say(`points.${id}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SignUpPolicy = 'open' | 'domain' | 'invitation' | 'approval' | 'closed';
const isOpen = (policy: SignUpPolicy): boolean => policy === 'open' || policy === 'domain' || policy === 'approval';

/** The last word: an account, or back to the rooms. */
function Call({ policy }: { policy: SignUpPolicy }) {
  const say = pagesText();
  const { loggedIn } = useAuth();
  const open = isOpen(policy);
  const text = loggedIn ? 'call.memberText' : !open ? 'call.closed' : policy === 'approval' ? 'call.approval' : 'call.open';
  return (
    <section className={s.call} aria-labelledby="call">
      <div>
        <div className="grow">
          <h2 id="call">{say(loggedIn ? 'call.memberTitle' : 'call.title')}</h2>
          <p className="soft">{say(text)}</p>
        </div>
        <LinkButton to={loggedIn ? '/dashboard' : open ? '/login?tab=sign-up' : '/login'} size="lg" variant="default">
          {say(loggedIn ? 'landing.toRooms' : open ? 'call.signUp' : 'call.signIn')}
        </LinkButton>
      </div>
    </section>
  );
}

/** The sections of the page that there are, and the blog. */
function PageMenu({ plans, posts }: { plans: number; posts: number }) {
  const say = pagesText();
  return (
    <nav className={s.menu} aria-label={say('landing.menu')}>
      {plans > 0 && <Link to="/#prices">{say('landing.plans')}</Link>}
      <Link to="/#how">{say('how.title')}</Link>
      {posts > 0 && <Link to="/posts">{say('landing.blog')}</Link>}
    </nav>
  );
}

/** The start page: into a meeting at once, and what this is, shown by what is there. */
export function Screen() {
  const say = pagesText();
  const { loggedIn } = useAuth();
  const { policy, plans, posts, lists } = useLoaded<typeof load>();
  // not in the route table: there it would be a line of the search, too
  usePageTitle(say('landing.title'));
  return (
    <>
      <PageMenu plans={plans.length} posts={posts.length} />
      <section className={s.hero}>
        <div>
          <h1 className={s.title}>{say('landing.headline')}</h1>
          <p className={s.lead}>{say('landing.lead')}</p>
          {loggedIn ? (
            <Suspense fallback={<div className={s.startPlace} />}>
              <StartMember />
            </Suspense>
          ) : (
            <StartGuest join={isOpen(policy) ? 'open' : 'closed'} />
          )}
        </div>
        <ProductPicture />
      </section>
      <Points />
      <How />
      {plans.length > 0 && (
        <Suspense>
          <Prices plans={plans} />
        </Suspense>
      )}
      {posts.length > 0 && (
        <Suspense>
          <NewestPosts posts={posts} />
        </Suspense>
      )}
      {lists.length > 0 && (
        <Suspense>
          <NewsletterSignUp lists={lists} source="/" place="landing" />
        </Suspense>
      )}
      <Call policy={policy} />
    </>
  );
}
