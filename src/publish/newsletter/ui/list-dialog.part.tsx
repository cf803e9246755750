import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Locale, localeFacts, locales } from '#kit/facts.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { directionOf, localeNames } from '#kit/ui/text/locale.ts';
import type { ListView } from '../lists.contract.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import s from './desk.module.css';
import { deskApi, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

type ListWordDraft = Partial<Record<Locale, string>>;
type ListWords = { names: ListWordDraft; descriptions: ListWordDraft; rhythms: ListWordDraft };
const written = (words: ListWordDraft): ListWordDraft =>
  Object.fromEntries(Object.entries(words).flatMap(([locale, text]) => (text.trim() === '' ? [] : [[locale, text.trim()]])));

const parts = [
  { part: 'names', word: 'lists.name', most: newsletterLimits.listName },
  { part: 'descriptions', word: 'lists.description', most: newsletterLimits.listDescription },
  { part: 'rhythms', word: 'lists.rhythm', most: newsletterLimits.rhythm },
] as const;

/** A list's words, language by language. */
export function ListDialog({ list, onClose }: { list: ListView | null; onClose: () => void }) {
  const say = newsletterText();
  const { newsletterLists } = useApi(deskApi);
  const refresh = useDeskRefresh();
  const [locale, setLocale] = useState<Locale>(localeFacts.fallback);
  const form = useDraftForm<ListWords>({
    key: null,
    initial: { names: list?.names ?? {}, descriptions: list?.descriptions ?? {}, rhythms: list?.rhythms ?? {} },
    check: ({ names }) => (Object.keys(written(names)).length === 0 ? { names: 'required' } : {}),
    say,
    save: async ({ names, descriptions, rhythms }) => {
      const body = { names: written(names), descriptions: written(descriptions), rhythms: written(rhythms) };
      if (list === null) await newsletterLists.create({ body });
      else await newsletterLists.edit({ params: { id: list.id }, body: { revision: list.revision, ...body } });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say(list === null ? 'lists.addTitle' : 'lists.editTitle')} onClose={onClose}>
      <form className={s.form} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <NativeSelect
          size="md"
          label={say('lists.language')}
          value={locale}
          data={locales.map((value) => ({ value, label: localeNames[value] }))}
          onChange={({ currentTarget }) => setLocale(locales.find((one) => one === currentTarget.value) ?? locale)}
        />
        {parts.map(({ part, word, most }) => (
          <TextInput
            key={part}
            size="md"
            label={say(word)}
            description={part === 'rhythms' ? say('lists.rhythmHint') : undefined}
            maxLength={most}
            dir={directionOf(locale)}
            lang={locale}
            autoComplete="off"
            value={form.values[part][locale] ?? ''}
            error={part === 'names' ? form.errors['names'] : undefined}
            onChange={({ currentTarget }) => form.set(part, { ...form.values[part], [locale]: currentTarget.value })}
          />
        ))}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('desk.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say(list === null ? 'lists.create' : 'desk.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
