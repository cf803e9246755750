import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { type Locale, locales } from '#kit/facts.ts';
import { PageHead, Panel } from '#kit/ui/bits.tsx';
import { RichTextEditor } from '#kit/ui/editor/rich-text-editor.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import type { AutosaveState } from '#kit/ui/form/autosave.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { directionOf, localeNames } from '#kit/ui/text/locale.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { useTextParts } from '#publish/blog/ui/blocks/text-pickers.part.tsx';
import type { CampaignDetail } from '../campaigns.contract.ts';
import { campaignVariables, newsletterLimits } from '../newsletter.rules.ts';
import { CampaignPreview } from './campaign-preview.part.tsx';
import s from './desk.module.css';
import { type EmailWriting, useEmailWriting } from './email-writing.hook.ts';
import { deskApi, emailAddress, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

function SaveWord({ state }: { state: AutosaveState }) {
  const say = newsletterText();
  const time = useTimeText();
  return (
    <span role="status">
      {(state.kind === 'saving' || state.kind === 'changed') && say('campaign.saving')}
      {state.kind === 'saved' && say('campaign.savedAt', { time: state.at === null ? '–' : time(state.at, 'time') })}
      {['failed', 'device', 'conflict'].includes(state.kind) && say('campaign.onDevice')}
    </span>
  );
}

/** Why it is not saved, and the way on. */
function Trouble({ state, resolve }: Pick<EmailWriting, 'state' | 'resolve'>) {
  const say = newsletterText();
  const failureText = useFailureText(say);
  if (state.kind === 'failed' || state.kind === 'device') return <Banner hue="red">{failureText(state.error)}</Banner>;
  if (state.kind !== 'conflict') return null;
  return (
    <Banner
      hue="amber"
      action={
        <>
          <Button size="compact-md" onClick={() => void resolve('theirs')}>
            {say('campaign.useTheirs')}
          </Button>
          <Button size="compact-md" variant="filled" onClick={() => void resolve('mine')}>
            {say('campaign.keepMine')}
          </Button>
        </>
      }
    >
      {say('campaign.conflict')}
    </Banner>
  );
}

type EmailProps = { campaign: CampaignDetail; locale: Locale };
type EmailHeadProps = EmailProps & Pick<EmailWriting, 'state' | 'save'>;
/** The languages, and the way back to the campaign. What is typed is saved before either is left. */
function EmailHead({ campaign, locale, state, save }: EmailHeadProps) {
  const say = newsletterText();
  const { newsletterCampaigns } = useApi(deskApi);
  const refresh = useDeskRefresh();
  const ask = useAsk();
  const navigate = useNavigate();
  const isBegun = (one: Locale) => campaign.texts.some((text) => text.locale === one);
  const stateOf = (one: Locale): string =>
    one === campaign.locale ? ` (${say('campaign.original')})` : isBegun(one) ? ' ✓' : '';
  const leave = async (to: string) => {
    if (await save()) await navigate(to);
  };
  const drop = async () => {
    if (!(await ask({ title: say('campaign.dropTitle'), verb: say('campaign.dropLanguage'), safe: say('desk.cancel') }))) return;
    await newsletterCampaigns.dropText({ params: { id: campaign.id, locale } });
    await refresh();
    await navigate(emailAddress(campaign.id, campaign.locale), { replace: true });
  };
  return (
    <PageHead title={<bdi>{campaign.name}</bdi>} sub={<SaveWord state={state} />}>
      {locale !== campaign.locale && isBegun(locale) && (
        <Button variant="subtle" data-danger onClick={() => void drop()}>
          {say('campaign.dropLanguage')}
        </Button>
      )}
      <NativeSelect
        aria-label={say('campaign.language')}
        value={locale}
        data={locales.map((value) => ({ value, label: `${localeNames[value]}${stateOf(value)}` }))}
        onChange={({ currentTarget }) => {
          const next = locales.find((one) => one === currentTarget.value);
          if (next !== undefined) void leave(emailAddress(campaign.id, next));
        }}
      />
      <Button variant="filled" loading={state.kind === 'saving'} onClick={() => void leave(`/newsletter/${campaign.id}`)}>
        {say('campaign.done')}
      </Button>
    </PageHead>
  );
}

/** Subject, preview text and text in one language, with the email as readers get it beside them. */
export function EmailEditor({ campaign, locale }: EmailProps) {
  const say = newsletterText();
  const { fields, state, round, change, save, resolve } = useEmailWriting(campaign, locale);
  const inserts = useTextParts(campaign.texts.find((text) => text.locale === locale) ?? null);
  const variables = useMemo(
    () => campaignVariables.map((name) => ({ name, label: say(`campaign.variables.${name}`), sample: `{${name}}` })),
    [say],
  );
  const written = { dir: directionOf(locale), lang: locale, autoComplete: 'off', size: 'md' } as const;
  return (
    <>
      <EmailHead campaign={campaign} locale={locale} state={state} save={save} />
      <Trouble state={state} resolve={resolve} />
      <div className={s.campaign}>
        <Panel>
          <div className={s.email}>
            <TextInput
              {...written}
              label={say('campaign.subject')}
              maxLength={newsletterLimits.subject}
              value={fields.subject}
              onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
            />
            <TextInput
              {...written}
              label={say('campaign.previewText')}
              description={say('campaign.previewHint')}
              maxLength={newsletterLimits.preview}
              value={fields.preview}
              onChange={({ currentTarget }) => change({ preview: currentTarget.value })}
            />
            <div>
              <div className={s.label} aria-hidden="true">
                {say('campaign.text')}
              </div>
              <div className={s.text}>
                <RichTextEditor
                  key={round}
                  label={say('campaign.text')}
                  value={fields.body}
                  onChange={(body) => change({ body })}
                  placeholder={say('campaign.placeholder')}
                  parts={inserts.parts}
                  slots={inserts.slots}
                  variables={variables}
                />
              </div>
              <p className="small soft">{say('campaign.variableHint')}</p>
            </div>
          </div>
        </Panel>
        <CampaignPreview campaign={campaign} written={locale} />
      </div>
      {inserts.dialogs}
    </>
  );
}
