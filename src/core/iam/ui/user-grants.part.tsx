import { Checkbox, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { DateTimeField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { iamText } from './iam-text.hook.ts';
import { Statements } from './set-statements.part.tsx';
import { catalogueQuery, groupChoiceQuery, setsQuery, usersApi } from './user-data.hook.ts';
import { givenPresets, type GrantsDraft } from './user-draft.hook.ts';
import { Pick as PickList } from './user-pick.part.tsx';
import s from './user.module.css';

/** The part of a form that these fields need. */
export type GrantsForm = Pick<DraftForm<GrantsDraft>, 'values' | 'errors' | 'set' | 'input'>;

type NamedItem = { id: string; name: string };
const withKept = (options: readonly NamedItem[], kept: readonly NamedItem[]): NamedItem[] => [
  ...kept.filter((one) => options.every(({ id }) => id !== one.id)),
  ...options,
];

type Props = {
  form: GrantsForm;
  /** What the person has already, for names beyond the first hundred. */
  kept?: { sets: readonly NamedItem[]; groups: readonly NamedItem[] };
};
/** What somebody may do: ready-made, by sets and groups, until when; and in person below. */
export function Grants({ form, kept = { sets: [], groups: [] } }: Props) {
  const say = iamText();
  const api = useApi(usersApi);
  const { can } = useAuth();
  const { zone } = useReader();
  const catalogue = useQuery(catalogueQuery(api));
  const sets = useQuery(setsQuery(api));
  const { preset } = form.values;
  const mine = (name: string) => catalogue.data?.presets.find((one) => one.preset === name)?.mine ?? true;
  return (
    <FormSection id="rights" title={say('form.rights')}>
      <div className={s.fields}>
        <NativeSelect
          size="md"
          {...form.input('preset')}
          label={say('form.preset')}
          description={say(`users.presetText.${preset}`)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data={givenPresets.map((value) => ({
            value,
            label: say(`users.preset.${value}`),
            disabled: value !== preset && !mine(value),
          }))}
        />
        <PickList
          label={say('form.sets')}
          hint={say('form.setsHint')}
          options={withKept(sets.data?.items ?? [], kept.sets)}
          chosen={form.values.sets}
          onChange={(ids) => form.set('sets', ids)}
          none={say('form.noSets')}
          error={form.errors['sets']}
        />
        {can('groups.view') && <PickGroups form={form} kept={kept.groups} />}
        <DateTimeField
          size="md"
          {...form.input('expiresAt')}
          label={say('form.ends')}
          description={say('form.endsHint', { zone: `\u2066${zone.replaceAll('_', ' ')}\u2069` })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      </div>
    </FormSection>
  );
}

/** Groups by their names: an account may have more than a list shows. Those that were chosen stay in sight. */
function PickGroups({ form, kept }: { form: GrantsForm; kept: readonly NamedItem[] }) {
  const say = iamText();
  const [text, setText] = useState('');
  const [known, setKnown] = useState(kept);
  const { data } = useQuery({
    ...groupChoiceQuery(useApi(usersApi), useDeferredValue(text)),
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  const { groups } = form.values;
  const isLong = text !== '' || (data !== undefined && data.next !== null);
  return (
    <PickList
      label={say('form.groups')}
      hint={say('form.groupsHint')}
      options={withKept(
        found,
        known.filter(({ id }) => groups.includes(id) || kept.some((one) => one.id === id)),
      )}
      chosen={groups}
      onChange={(ids) => {
        setKnown((all) =>
          withKept(
            all,
            found.filter(({ id }) => ids.includes(id)),
          ),
        );
        form.set('groups', ids);
      }}
      {...(isLong && { search: { label: say('form.groupsFind'), text, set: setText } })}
      none={say(text === '' ? 'form.noGroups' : 'form.noneFound')}
      error={form.errors['groups']}
    />
  );
}

/** What is given in person, and the edge that nothing passes. */
export function OwnGrants({ form }: { form: GrantsForm }) {
  const say = iamText();
  const { statements, boundary } = form.values;
  const textOf = (name: string) => {
    const error = form.errors[name];
    return typeof error === 'string' ? error : null;
  };
  const used = statements.length > 0 || boundary !== null;
  return (
    <details className={s.more} open={used || undefined}>
      <summary>{say('form.more')}</summary>
      <section className={s.part}>
        <h3>{say('form.own')}</h3>
        <p>{say('form.ownHint')}</p>
        <Statements value={statements} onChange={(next) => form.set('statements', next)} error={textOf('statements')} />
      </section>
      <section className={s.part}>
        <h3>{say('form.boundary')}</h3>
        <p>{say('form.boundaryHint')}</p>
        <Checkbox
          label={say('form.bounded')}
          checked={boundary !== null}
          onChange={(event) => form.set('boundary', event.currentTarget.checked ? [] : null)}
        />
        {boundary !== null && (
          <Statements value={boundary} onChange={(next) => form.set('boundary', next)} error={textOf('boundary')} />
        )}
      </section>
    </details>
  );
}
