import { Ltr, Panel } from '#kit/ui/bits.tsx';
import type { CampaignDetail } from '../campaigns.contract.ts';
import s from './desk.module.css';
import { newsletterText } from './newsletter-text.hook.ts';

const figures = ['recipients', 'written', 'waiting', 'delivered', 'failed', 'skipped', 'unsubscribed'] as const;

/** Opens and clicks of those who agreed: never of everybody, and never people. */
function ReaderFigures({ figures: { agreed, opened, clicked, links } }: { figures: CampaignDetail['figures'] }) {
  const say = newsletterText();
  if (agreed === 0) return <p className="small soft">{say('campaign.nobodyAgreed')}</p>;
  return (
    <>
      <p className="small">{say('campaign.openedBy', { n: opened, agreed })}</p>
      <p className="small">{say('campaign.clickedBy', { n: clicked, agreed })}</p>
      <ul className={s.links}>
        {links.map(({ url, readers }) => (
          <li key={url}>
            <Ltr className="small">{url}</Ltr>
            <span className="small soft">{say('desk.number', { n: readers })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

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
      {campaign.startedAt !== null && <ReaderFigures figures={campaign.figures} />}
      {(campaign.state === 'sending' || campaign.state === 'paused') && <p className="small soft">{say('campaign.onceText')}</p>}
    </Panel>
  );
}
