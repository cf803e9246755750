import { Button } from '@mantine/core';
import type { Result } from '#kit/contract.ts';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { ownershipCalls } from '../ownership.contract.ts';
import { useOwnership } from './blocks/ownership-query.hook.ts';
import { useDeed } from './deed.hook.ts';
import { type Candidate, OfferTo } from './offer-to.part.tsx';
import s from './ownership.module.css';
import { ownershipText } from './ownership-text.hook.ts';

/** Who owns the account; the owner offers it to somebody, who accepts or declines. */
export function Owner({ overview }: { overview: Result<typeof ownershipCalls.overview> }) {
  const say = ownershipText();
  const api = useOwnership();
  const when = useTimeText();
  const { busy, trouble, deed, proof } = useDeed();
  const { owner, offer, rights } = overview;
  const give = (to: Candidate) =>
    void deed('offer', say('owner.what', { name: to.name }), () => api.offer({ body: { userId: to.id } }));
  const answer = (said: 'accept' | 'decline' | 'withdraw') =>
    offer !== null && deed(said, say('owner.whatAccept'), () => api.answer({ params: { id: offer.id }, body: { answer: said } }));
  const button = (said: 'accept' | 'decline' | 'withdraw', variant: 'filled' | 'default') => (
    <Button variant={variant} loading={busy === said} onClick={() => void answer(said)}>
      {say(`owner.${said}`)}
    </Button>
  );
  return (
    <Panel id="owner" title={say('owner.title')}>
      <div className={s.body}>
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <p className="small">{say.rich('owner.is', { name: owner?.name ?? '–', b: (words) => <b>{words}</b> })}</p>
        {offer !== null && (
          <>
            <p className="small">
              {rights.answer
                ? say('owner.offeredToYou', { name: offer.from.name, when: when(offer.endsAt, 'day') })
                : say('owner.offered', { name: offer.to.name, when: when(offer.endsAt, 'day') })}
            </p>
            <div className={s.row}>
              {rights.answer ? (
                <>
                  {button('accept', 'filled')}
                  {button('decline', 'default')}
                </>
              ) : (
                button('withdraw', 'default')
              )}
            </div>
          </>
        )}
        {rights.owner && offer === null && <OfferTo busy={busy === 'offer'} onOffer={give} />}
      </div>
      {proof}
    </Panel>
  );
}
