import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Locale, locales } from '#kit/facts.ts';
import { RichTextEditor } from '#kit/ui/editor/rich-text-editor.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import type { AutosaveState } from '#kit/ui/form/autosave.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { directionOf, localeNames } from '#kit/ui/text/locale.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { useTextParts } from '#publish/blog/ui/blocks/text-pickers.part.tsx';
import type { CampaignDetail } from '../campaigns.contract.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import s from './desk.module.css';
import { useEmailWriting } from './email-writing.hook.ts';
import { deskApi, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

function SaveWord({ state }: { state: AutosaveState }) {
  const say = newsletterText();
  const time = useTimeText();
  return (
    <span className="grow small quiet" role="status">
      {(state.kind === 'saving' || state.kind === 'changed') && say('campaign.saving')}
      {state.kind === 'saved' && state.at !== null && say('campaign.savedAt', { time: time(state.at, 'time') })}
      {['failed', 'device', 'conflict'].includes(state.kind) && say('campaign.onDevice')}
    </span>
  );
}

type EmailProps = {
  campaign: CampaignDetail;
  locale: Locale;
  onLocale: (locale: Locale) => void;
  onClose: () => void;
};
/** Subject, preview text and text in one language. */
function EmailForm({ campaign, locale, onLocale, onClose }: EmailProps) {
  const say = newsletterText();
  const failureText = useFailureText(say);
  const { newsletterCampaigns } = useApi(deskApi);
  const refresh = useDeskRefresh();
  const ask = useAsk();
  const { fields, state, round, change, save, resolve } = useEmailWriting(campaign, locale);
  const isBegun = (one: Locale) => campaign.texts.some((text) => text.locale === one);
  const stateOf = (one: Locale): string =>
    one === campaign.locale ? ` (${say('campaign.original')})` : isBegun(one) ? ' ✓' : '';
  const choose = async (value: string) => {
    const next = locales.find((one) => one === value);
    if (next !== undefined && (await save())) onLocale(next);
  };
  const close = async () => {
    if (await save()) onClose();
  };
  const drop = async () => {
    if (!(await ask({ title: say('campaign.dropTitle'), verb: say('campaign.dropLanguage'), safe: say('desk.cancel') }))) return;
    await newsletterCampaigns.dropText({ params: { id: campaign.id, locale } });
    await refresh();
    onLocale(campaign.locale);
  };
  const inserts = useTextParts(campaign.texts.find((text) => text.locale === locale) ?? null);
  const written = { dir: directionOf(locale), lang: locale, autoComplete: 'off', size: 'md' } as const;
  return (
    <div className={s.form}>
      {(state.kind === 'failed' || state.kind === 'device') && <Banner hue="red">{failureText(state.error)}</Banner>}
      {state.kind === 'conflict' && (
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
      )}
      <NativeSelect
        size="md"
        label={say('campaign.language')}
        value={locale}
        data={locales.map((value) => ({ value, label: `${localeNames[value]}${stateOf(value)}` }))}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      />
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
        maxLength={newsletterLimits.preview}
        value={fields.preview}
        onChange={({ currentTarget }) => change({ preview: currentTarget.value })}
      />
      <RichTextEditor
        key={round}
        label={say('campaign.text')}
        value={fields.body}
        onChange={(body) => change({ body })}
        parts={inserts.parts}
        slots={inserts.slots}
      />
      {inserts.dialogs}
      <div className={dialogs.acts}>
        <SaveWord state={state} />
        {locale !== campaign.locale && isBegun(locale) && (
          <Button size="md" variant="subtle" data-danger onClick={() => void drop()}>
            {say('campaign.dropLanguage')}
          </Button>
        )}
        <Button size="md" variant="filled" loading={state.kind === 'saving'} onClick={() => void close()}>
          {say('campaign.done')}
        </Button>
      </div>
    </div>
  );
}

/** Writes the email, one language at a time; a new one begins empty. */
export function EmailDialog({ campaign, onClose }: Pick<EmailProps, 'campaign' | 'onClose'>) {
  const say = newsletterText();
  const [locale, setLocale] = useState(campaign.locale);
  return (
    <Dialog title={say('campaign.editTitle')} width={760} onClose={onClose}>
      <EmailForm key={locale} campaign={campaign} locale={locale} onLocale={setLocale} onClose={onClose} />
    </Dialog>
  );
}
