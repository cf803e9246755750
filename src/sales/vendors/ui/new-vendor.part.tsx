import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { firstPool } from '../vendors.rules.ts';
import { FigureFields } from './figure-fields.part.tsx';
import { type FigureDraft, figuresIn, figuresOf, figureTroubles, poolOfDraft } from './pool-draft.hook.ts';
import { useVendorsRefresh, vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';

const words = ['organisation', 'ownerName', 'ownerEmail', 'contractVersion'] as const;
type NewVendorDraft = FigureDraft & Record<(typeof words)[number], string>;

/** Thrown when somebody turns away from the proof; there is nothing to say about it. */
const stays = new Failure('proof_needed');

/** The operator makes a vendor with an account of its own. */
export function NewVendor() {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const refresh = useVendorsRefresh();
  const navigate = useNavigate();
  const proof = useProof();
  const { locale, zone } = useReader();
  usePageTitle(say('list.add'));
  const form = useDraftForm<NewVendorDraft>({
    key: null,
    initial: { organisation: '', ownerName: '', ownerEmail: '', contractVersion: '', ...figuresOf(firstPool) },
    check: (values) => ({
      ...figureTroubles(figuresIn(values), 'free'),
      ...Object.fromEntries(words.filter((name) => values[name].trim() === '').map((name) => [name, 'required'])),
    }),
    say,
    save: async ({ organisation, ownerName, ownerEmail, contractVersion, ...figures }) => {
      const body = { organisation, ownerName, ownerEmail, contractVersion, locale, timeZone: zone, pool: poolOfDraft(figures) };
      const made = await proof.run(say('form.proof'), () => api.vendors.add({ body }));
      if (made === null) throw stays;
      await refresh();
      await navigate(`/vendors/edit-vendor/${made.id}`, { replace: true });
    },
  });
  return (
    <>
      <PageHead title={say('list.add')} />
      <form method="post" onSubmit={form.submit} noValidate>
        <FormPage>
          <FormSection id="account" title={say('form.account')} hint={say('form.ownerHint')}>
            <Fields>
              <TextInput size="md" {...form.input('organisation')} label={say('form.organisation')} maxLength={100} dir="auto" />
              <TextInput size="md" {...form.input('contractVersion')} label={say('form.contract')} maxLength={40} dir="auto" />
              <TextInput
                size="md"
                {...form.input('ownerName')}
                label={say('form.ownerName')}
                maxLength={100}
                dir="auto"
                autoComplete="off"
              />
              <TextInput
                size="md"
                {...form.input('ownerEmail')}
                type="email"
                label={say('form.ownerEmail')}
                maxLength={254}
                dir="ltr"
                autoComplete="off"
              />
            </Fields>
          </FormSection>
          <FormSection id="pool" title={say('form.pool')} hint={say('form.poolHint')}>
            <FigureFields form={form} />
          </FormSection>
        </FormPage>
        <SaveBar form={form} primary={say('list.add')} always="always" />
      </form>
      {proof.dialog}
    </>
  );
}
