import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Locale, locales } from '#kit/facts.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { directionOf, localeNames, shortName } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { blogLimits } from '../blog.rules.ts';
import type { CategoryView } from '../categories.contract.ts';
import { categoriesApi, useCategoriesKept } from './categories-data.hook.ts';
import { categoriesText, refusalsOf } from './categories-text.hook.ts';
import s from './categories.module.css';
import { parentsFor } from './category-choices.hook.ts';
import {
  aboutField,
  type CategoryDraft,
  categoryDraftOf,
  contentOf,
  draftProblems,
  firstLocales,
  nameField,
  slugAfter,
} from './category-draft.hook.ts';
import { nameIn } from '../category-names.rules.ts';

type Props = {
  /** Null: a new one, below `parent`. */
  of: CategoryView | null;
  parent: string;
  items: readonly CategoryView[];
  onRemove: (of: CategoryView) => void;
};

function useCategoryForm({ of, parent, items }: Omit<Props, 'onRemove'>): DraftForm<CategoryDraft> {
  const say = categoriesText();
  const api = useApi(categoriesApi);
  const toast = useToast();
  const navigate = useNavigate();
  const { locale } = useReader();
  const { refresh } = useCategoriesKept();
  const [initial] = useState(() => categoryDraftOf(of, parent));
  const lastOf = (parentId: string | null) => items.findLast((one) => one.parentId === parentId && one.id !== of?.id)?.id ?? null;
  return useDraftForm<CategoryDraft>({
    key: `category:${of?.id ?? 'new'}`,
    initial,
    check: (draft) => draftProblems(draft, locale),
    say: refusalsOf(say),
    save: async (draft) => {
      const parentId = (draft['parent'] ?? '') || null;
      if (of === null) {
        const { id } = await api.categories.create({ body: { parentId, ...contentOf(draft) } });
        await refresh();
        toast({ text: say('categories.form.created') });
        return navigate(`/categories/edit-categories/${id}`, { replace: true });
      }
      await api.categories.edit({ params: { id: of.id }, body: { revision: of.revision, ...contentOf(draft) } });
      if (parentId !== of.parentId)
        await api.categories.move({ params: { id: of.id }, body: { parentId, after: lastOf(parentId) } });
      await refresh();
      toast({ text: say('categories.form.saved') });
    },
  });
}

type FieldsProps = { form: DraftForm<CategoryDraft> };
function NameFields({ form, isNew }: FieldsProps & { isNew: 'new' | 'known' }) {
  const say = categoriesText();
  const { locale: reader } = useReader();
  const [first] = useState(() => firstLocales(form.values, reader));
  const [all, setAll] = useState('first');
  const shown = all === 'all' ? [...first, ...locales.filter((one) => !first.includes(one))] : first;
  const field = (locale: Locale) => {
    const { onChange, ...input } = form.input(nameField(locale));
    return (
      <li key={locale}>
        <label htmlFor={input.id}>
          <span aria-hidden="true">
            <Ltr>{shortName(locale)}</Ltr>
          </span>
          <span className="hidden">{localeNames[locale]}</span>
        </label>
        <TextInput
          {...input}
          dir={directionOf(locale)}
          lang={locale}
          maxLength={blogLimits.category}
          onChange={(event) => {
            if (isNew === 'new') form.set('slug', slugAfter(form.values, nameField(locale), event.currentTarget.value));
            onChange(event);
          }}
        />
      </li>
    );
  };
  return (
    <fieldset className={s.names}>
      <legend>{say('categories.form.name')}</legend>
      <ul>{shown.map(field)}</ul>
      {shown.length < locales.length && (
        <button type="button" className={s.moreNames} onClick={() => setAll('all')}>
          {say('categories.form.moreLanguages', { count: locales.length - shown.length })}
        </button>
      )}
    </fieldset>
  );
}

function AboutField({ form }: FieldsProps) {
  const say = categoriesText();
  const { locale: reader } = useReader();
  const [locale, setLocale] = useState<Locale>(reader);
  return (
    <div className={s.about}>
      <Textarea
        key={locale}
        {...form.input(aboutField(locale))}
        label={say('categories.form.description')}
        dir={directionOf(locale)}
        lang={locale}
        autosize
        minRows={2}
        maxLength={blogLimits.description}
      />
      <NativeSelect
        className={s.aboutLanguage ?? ''}
        size="xs"
        aria-label={say('categories.form.descriptionIn')}
        value={locale}
        onChange={(event) => setLocale(locales.find((one) => one === event.currentTarget.value) ?? reader)}
        data={locales.map((value) => ({ value, label: localeNames[value] }))}
      />
    </div>
  );
}

/** What a category is called, where it stands, and how its posts are ordered. */
export function CategoryPanel(props: Props) {
  const { of, items, onRemove } = props;
  const say = categoriesText();
  const navigate = useNavigate();
  const { locale } = useReader();
  const form = useCategoryForm(props);
  const moved = of !== null && form.values['slug'] !== of.slug;
  return (
    <section className={s.panel} aria-labelledby="category-title">
      <header className={s.panelHead}>
        <h2 id="category-title" className="grow">
          {of === null ? say('categories.form.newTitle') : <bdi>{nameIn(of.names, locale)}</bdi>}
        </h2>
        <ActionIcon aria-label={say('categories.form.close')} onClick={() => void navigate('/categories')}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      <form className={s.panelBody} method="post" onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <NameFields form={form} isNew={of === null ? 'new' : 'known'} />
        <div className={s.two}>
          <TextInput
            {...form.input('slug')}
            dir="ltr"
            label={say('categories.form.slug')}
            leftSection="/"
            maxLength={blogLimits.slug}
            {...(moved && { description: say('categories.form.slugHint') })}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
          />
          <NativeSelect
            {...form.input('parent')}
            label={say('categories.form.parent')}
            data={[{ value: '', label: say('categories.form.top') }, ...parentsFor(items, of?.id ?? null, locale)]}
          />
        </div>
        <AboutField form={form} />
        <NativeSelect
          {...form.input('ordering')}
          label={say('categories.form.ordering')}
          data={(['date', 'hand'] as const).map((value) => ({ value, label: say(`categories.form.${value}`) }))}
        />
        {of !== null && of.posts.own > 1 && (
          <LinkButton to={`/categories/edit-blogs/${of.id}`}>{say('categories.form.orderNow')}</LinkButton>
        )}
        <footer className={s.panelFoot}>
          <Button variant="filled" type="submit" loading={form.saving}>
            {of === null ? say('categories.form.create') : say('categories.form.save')}
          </Button>
          <span className="grow" />
          {of !== null && (
            <Button variant="subtle" data-danger onClick={() => onRemove(of)}>
              {say('categories.form.remove')}
            </Button>
          )}
        </footer>
      </form>
    </section>
  );
}
