import { NativeSelect, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Locale } from '#kit/facts.ts';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { localeNames } from '#kit/ui/text/locale.ts';
import type { CampaignDetail } from '../campaigns.contract.ts';
import s from './desk.module.css';
import { deskApi, previewQuery } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const looks = ['email', 'phone', 'text'] as const;
type PreviewLook = (typeof looks)[number];

/** The email as readers get it, in the language that is written beside it or is chosen. It is paper: light in both themes, in a frame that runs no script. */
export function CampaignPreview({ campaign, written }: { campaign: CampaignDetail; written?: Locale }) {
  const say = newsletterText();
  const api = useApi(deskApi);
  const [look, setLook] = useState<PreviewLook>(written === undefined ? 'email' : 'phone');
  const [chosen, setChosen] = useState(campaign.locale);
  const shown = written ?? chosen;
  const text = campaign.texts.find((one) => one.locale === shown);
  const { locale = shown, subject = '', preview = '', words = 0, revision = 0 } = text ?? {};
  const isWritten = subject !== '' && words > 0;
  const mail = useQuery({
    ...previewQuery(api, { id: campaign.id, locale, revision }),
    enabled: isWritten,
    // the mail before stays in sight while the next one is made
    placeholderData: keepPreviousData,
  }).data;
  return (
    <Panel flush="flush">
      <div className={s.bar}>
        <SegmentedControl
          aria-label={say('campaign.look')}
          value={look}
          onChange={(value) => setLook(looks.find((one) => one === value) ?? 'email')}
          data={looks.map((value) => ({ value, label: say(`campaign.looks.${value}`) }))}
        />
        {written === undefined && (
          <NativeSelect
            aria-label={say('campaign.language')}
            value={locale}
            data={campaign.texts.map((one) => ({ value: one.locale, label: localeNames[one.locale] }))}
            onChange={({ currentTarget }) =>
              setChosen(campaign.texts.find((one) => one.locale === currentTarget.value)?.locale ?? locale)
            }
          />
        )}
      </div>
      <dl className={s.facts}>
        <dt>{say('campaign.from')}</dt>
        <dd>{campaign.sender === '' ? '–' : <Ltr>{campaign.sender}</Ltr>}</dd>
        <dt>{say('campaign.subject')}</dt>
        <dd className="strong" dir="auto" lang={locale}>
          {subject === '' ? '–' : subject}
        </dd>
        <dt>{say('campaign.previewText')}</dt>
        <dd dir="auto" lang={locale}>
          {preview === '' ? '–' : preview}
        </dd>
      </dl>
      <div className={s.mail} data-look={look} data-paper>
        {!isWritten && <p>{say('campaign.nothing')}</p>}
        {mail !== undefined && isWritten && look !== 'text' && (
          <iframe title={say('campaign.preview')} sandbox="" referrerPolicy="no-referrer" srcDoc={mail.html} />
        )}
        {mail !== undefined && isWritten && look === 'text' && <pre dir="auto">{mail.text}</pre>}
      </div>
    </Panel>
  );
}
