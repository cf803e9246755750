import { Panel } from '#kit/ui/bits.tsx';
import type { CampaignDetail } from '../campaigns.contract.ts';
import s from './desk.module.css';
import { newsletterText } from './newsletter-text.hook.ts';

const figures = ['recipients', 'written', 'waiting', 'delivered', 'failed', 'skipped', 'unsubscribed'] as const;

/** How far it is, in sums. */
export function CampaignProgress({ campaign }: { campaign: CampaignDetail }) {
  const say = newsletterText();
  return (
    <Panel id="progress" title={say('campaign.progress')}>
      <dl className={s.sum} aria-live="polite">
        {figures.map((name) => [
          <dt key={`${name} word`}>{say(`campaign.${name}`)}</dt>,
          <dd key={name}>{say('desk.number', { n: campaign[name] })}</dd>,
        ])}
      </dl>
      {(campaign.state === 'sending' || campaign.state === 'paused') && <p className="small soft">{say('campaign.onceText')}</p>}
    </Panel>
  );
}
