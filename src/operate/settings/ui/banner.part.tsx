import { Textarea } from '@mantine/core';
import { platformLimits } from '#core/platform/platform.rules.ts';
import { DateTimeField } from '#kit/ui/date-field/date-field.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, Full, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { usePlatform } from './saved.hook.ts';
import { settingsText } from './settings-text.hook.ts';
import { TextLocale, type LocaleTexts, useTextLocale } from './text-tabs.part.tsx';

const two = (n: number) => String(n).padStart(2, '0');
/** The moment as a browser's field for date and time takes it, in this machine's zone; empty = none. */
const fieldOf = (at: number | null): string => {
  if (at === null) return '';
  const day = new Date(at);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T${two(day.getHours())}:${two(day.getMinutes())}`;
};
const momentOf = (text: string): number | null => (text === '' ? null : new Date(text).getTime());
type BannerValues = { texts: LocaleTexts; from: string; until: string };

/** A word to everybody, such as a maintenance to come. */
export function BannerSettings() {
  const say = settingsText();
  const { zone } = useReader();
  const { view, change, saved } = usePlatform();
  const { banner } = view;
  const form = useDraftForm<BannerValues>({
    key: 'platform-banner',
    initial: { texts: banner.texts, from: fieldOf(banner.from), until: fieldOf(banner.until) },
    check: ({ from, until }) => (from !== '' && until !== '' && until <= from ? { until: 'before_from' } : {}),
    labels: { texts: say('banner.text'), from: say('banner.from'), until: say('banner.until') },
    say,
    save: ({ texts, from, until }) =>
      change({ banner: { texts, from: momentOf(from), until: momentOf(until), version: banner.version } }),
  });
  const language = useTextLocale(form.values.texts);
  const { locale } = language;
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      {saved && form.changes.length === 0 && <Banner hue="blue">{say('saved')}</Banner>}
      <FormPage>
        <FormSection id="banner" title={say('banner.title')} hint={say('banner.hint')}>
          <Fields>
            <TextLocale of={language} />
            <Full>
              <Textarea
                size="md"
                rows={3}
                dir={language.dir}
                lang={locale}
                label={say('banner.text')}
                description={say('banner.textHint')}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                maxLength={platformLimits.banner}
                id="field-texts"
                value={form.values.texts[locale] ?? ''}
                onChange={(event) => form.set('texts', { ...form.values.texts, [locale]: event.currentTarget.value })}
              />
            </Full>
            <DateTimeField size="md" label={say('banner.from')} {...form.input('from')} />
            <DateTimeField size="md" label={say('banner.until')} {...form.input('until')} />
          </Fields>
          <p>{say('banner.zone', { zone: zone.replaceAll('_', ' ') })}</p>
        </FormSection>
      </FormPage>
      <SaveBar form={form} />
    </form>
  );
}
