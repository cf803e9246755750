import { Link } from '#kit/ui/link.tsx';
import type { OfferedList } from '../../subscribing.contract.ts';
import s from './sign-up.module.css';
import { SubscribeForm } from './subscribe-form.part.tsx';
import { subscriberText } from './subscriber-text.hook.ts';

type SignUpProps = { lists: readonly OfferedList[]; source: string; place: 'landing' | 'post' };
/** The first newsletter on another page, with a link to the others; nothing where there are none. */
export function NewsletterSignUp({ lists, source, place }: SignUpProps) {
  const say = subscriberText();
  const [list, ...others] = lists;
  if (list === undefined) return null;
  return (
    <section className={s.block} data-place={place} aria-labelledby="newsletter">
      <div>
        <header>
          <h2 id="newsletter" dir="auto">
            {list.name}
          </h2>
          <p className="soft" dir="auto">
            {`${list.description} ${list.rhythm}`.trim()}
          </p>
        </header>
        <SubscribeForm lists={[list]} source={source} look="default">
          {others.length > 0 && (
            <Link className="link" to="/newsletter">
              {say('guest.others')}
            </Link>
          )}
        </SubscribeForm>
      </div>
    </section>
  );
}
