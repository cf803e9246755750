import { NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { LegalTexts } from '#core/platform/platform.contract.ts';
import { type LegalKind, legalKinds, platformLimits } from '#core/platform/platform.rules.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, Full, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { legalKindOf, legalQuery, platformApi } from './settings-queries.hook.ts';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';
import { TextLocale, type LocaleTexts, useTextLocale } from './text-tabs.part.tsx';

/** Imprint, privacy, terms: one at a time. */
export function Legal() {
  const say = settingsText();
  const [search, setSearch] = useSearchParams();
  const { platform } = useApi(platformApi);
  const kind = legalKindOf(search);
  const { data } = useSuspenseQuery(legalQuery(platform, search));
  return (
    <>
      <div className={s.chooser}>
        <NativeSelect
          size="md"
          label={say('legal.page')}
          value={kind}
          onChange={(event) => setSearch({ tab: 'legal', page: event.currentTarget.value }, { preventScrollReset: true })}
          data={legalKinds.map((value) => ({ value, label: say(`legal.pages.${value}`) }))}
        />
      </div>
      <LegalForm key={kind} kind={kind} page={data} />
    </>
  );
}

function LegalForm({ kind, page }: { kind: LegalKind; page: LegalTexts }) {
  const say = settingsText();
  const when = useTimeText();
  const { platform } = useApi(platformApi);
  const queries = useQueryClient();
  const [saved, setSaved] = useState<'yes' | 'no'>('no');
  const form = useDraftForm<{ texts: LocaleTexts }>({
    key: `legal:${kind}`,
    initial: { texts: page.texts },
    labels: { texts: say(`legal.pages.${kind}`) },
    say,
    save: async ({ texts }) => {
      const now = await platform.publishLegal({ params: { kind }, body: { version: page.version, texts } });
      queries.setQueryData(legalQuery(platform, new URLSearchParams({ page: kind })).queryKey, now);
      setSaved('yes');
    },
  });
  const language = useTextLocale(form.values.texts);
  const { locale } = language;
  const there = Object.values(page.texts).some((text) => text !== '');
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      {saved === 'yes' && form.changes.length === 0 && <Banner hue="blue">{say('legal.published')}</Banner>}
      <FormPage>
        <FormSection
          id="legal"
          title={say(`legal.pages.${kind}`)}
          hint={
            page.publishedAt === null
              ? say('legal.never')
              : say('legal.version', { version: page.version, when: when(page.publishedAt, 'day') })
          }
        >
          <Fields>
            <TextLocale of={language} />
            <Full>
              <Textarea
                size="md"
                rows={16}
                dir={language.dir}
                lang={locale}
                className={s.markdown ?? ''}
                label={say('legal.text')}
                description={say(kind === 'terms' ? 'legal.termsHint' : 'legal.textHint')}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                maxLength={platformLimits.legal}
                id="field-texts"
                value={form.values.texts[locale] ?? ''}
                onChange={(event) => form.set('texts', { ...form.values.texts, [locale]: event.currentTarget.value })}
              />
            </Full>
          </Fields>
          {there && (
            <p>
              <Link to={`/${kind}`} className="link">
                {say('legal.see')}
              </Link>
            </p>
          )}
        </FormSection>
      </FormPage>
      <SaveBar form={form} primary={say('legal.publish')} />
    </form>
  );
}
