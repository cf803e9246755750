import { Tag, type TagHue } from '#kit/ui/bits.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { CampaignItem } from '../campaigns.contract.ts';
import type { CampaignState } from '../newsletter.rules.ts';
import s from './desk.module.css';
import { newsletterText } from './newsletter-text.hook.ts';

const hues: Readonly<Record<CampaignState, TagHue>> = {
  draft: 'grey',
  scheduled: 'blue',
  sending: 'blue',
  paused: 'amber',
  sent: 'green',
  cancelled: 'grey',
};

/** The state, and how far it is. */
export function CampaignStatus({ campaign }: { campaign: CampaignItem }) {
  const say = newsletterText();
  const when = useTimeText();
  const { state, startAt, written, skipped, recipients } = campaign;
  const done = written + skipped;
  const part = recipients === 0 ? 0 : Math.min(1, done / recipients);
  return (
    <span className={s.name}>
      <Tag hue={hues[state]}>{say(`campaigns.is.${state}`)}</Tag>
      {state === 'sending' && (
        <>
          <span className={s.progress} aria-hidden="true">
            <i style={{ inlineSize: `${part * 100}%` }} />
          </span>
          <span className="tiny quiet">{say('campaigns.progress', { part })}</span>
        </>
      )}
      {state === 'paused' && <span className="tiny quiet">{say('campaigns.pausedAt', { done, all: recipients })}</span>}
      {state === 'scheduled' && startAt !== null && (
        <span className="tiny quiet">{say('campaigns.starts', { date: when(startAt, 'full') })}</span>
      )}
    </span>
  );
}
