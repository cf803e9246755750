import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { vendorLimits } from '../vendors.rules.ts';
import { standingQuery, useVendorsRefresh, vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

type ApplicationDraft = { about: string; website: string; expected: string };

function ApplyForm() {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const refresh = useVendorsRefresh();
  const form = useDraftForm<ApplicationDraft>({
    key: 'vendor-application',
    initial: { about: '', website: '', expected: '' },
    check: ({ about, expected }) => ({
      ...(about.trim() === '' && { about: 'required' }),
      ...(!/^[1-9]\d{0,4}$/.test(expected.trim()) && { expected: 'not_a_number' }),
    }),
    say,
    save: async ({ about, website, expected }) => {
      await api.vendors.apply({ body: { about, website, expected: Number(expected) } });
      await refresh();
    },
  });
  return (
    <form className={s.fields} method="post" onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <Textarea
        size="md"
        {...form.input('about')}
        label={say('application.about')}
        rows={5}
        maxLength={vendorLimits.text}
        dir="auto"
      />
      <TextInput size="md" {...form.input('website')} label={say('application.website')} maxLength={200} dir="ltr" />
      <TextInput
        size="md"
        {...form.input('expected')}
        label={say('application.expected')}
        inputMode="numeric"
        maxLength={5}
        dir="ltr"
      />
      <div className={s.row}>
        <Button size="md" variant="filled" type="submit" loading={form.saving}>
          {say('apply.send')}
        </Button>
      </div>
    </form>
  );
}

/** `/vendors/apply`: the owner of a customer account asks to become a vendor. */
export function Screen() {
  const say = vendorsText();
  const { data } = useQuery(standingQuery(useApi(vendorsApi)));
  usePageTitle(say('apply.title'));
  return (
    <>
      <PageHead title={say('apply.title')} sub={<span className="quiet">{say('apply.lead')}</span>} />
      {data?.mayApply === true && data.reason !== null && (
        <Banner hue="amber">{say('apply.before', { reason: data.reason })}</Banner>
      )}
      {data?.mayApply === false && <Banner hue="blue">{say('apply.now', { state: data.state ?? 'none' })}</Banner>}
      {data?.mayApply === true && <ApplyForm />}
    </>
  );
}

export const load = async ({ api, queries }: LoadContext) => {
  await queries.ensureQueryData(standingQuery(api(vendorsApi)));
  return null;
};
