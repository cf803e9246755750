import type { OfferedList } from '../../subscribing.contract.ts';
import s from './sign-up.module.css';
import { SubscribeForm } from './subscribe-form.part.tsx';
import { subscriberText } from './subscriber-text.hook.ts';

type SignUpProps = { lists: readonly OfferedList[]; source: string; place: 'landing' | 'post' };
/** The newsletter on another page; nothing where there are no lists. */
export function NewsletterSignUp({ lists, source, place }: SignUpProps) {
  const say = subscriberText();
  if (lists.length === 0) return null;
  const [only] = lists.length === 1 ? lists : [];
  return (
    <section className={s.block} data-place={place} aria-labelledby="newsletter">
      <div>
        <header>
          <h2 id="newsletter" dir="auto">
            {only?.name ?? say('guest.blockTitle')}
          </h2>
          <p className="soft" dir="auto">
            {only === undefined ? say('guest.lead') : `${only.description} ${only.rhythm}`.trim()}
          </p>
        </header>
        <SubscribeForm lists={lists} source={source} />
      </div>
    </section>
  );
}
