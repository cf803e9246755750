import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Locale, locales } from '#kit/facts.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { plansCalls } from '#sales/plans/plans.contract.ts';
import type { CampaignDetail } from '../campaigns.contract.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import s from './desk.module.css';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import { deskApi, listsQuery, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const plansApi = { plans: plansCalls };
type AudienceFields = { name: string; listId: string; locales: Locale[]; plans: string[] };

/** Who receives it: a list, narrowed by language and plan. */
export function AudienceDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const say = newsletterText();
  const api = useApi(deskApi);
  const { plans: plansClient } = useApi(plansApi);
  const refresh = useDeskRefresh();
  const { locale } = useReader();
  const lists = useQuery(listsQuery(api)).data?.items ?? [];
  const offers =
    useQuery(callQuery({ area: 'blog', name: 'newsletter.plans', call: plansClient.offers, input: { query: {} } })).data?.items ??
    [];
  const { id, revision, name, listId, audience } = campaign;
  const form = useDraftForm<AudienceFields>({
    key: null,
    initial: { name, listId, ...audience },
    check: (fields) => (fields.name.trim() === '' ? { name: 'required' } : {}),
    say,
    save: async (fields) => {
      const body = {
        revision,
        name: fields.name,
        listId: fields.listId,
        audience: { locales: fields.locales, plans: fields.plans },
      };
      await api.newsletterCampaigns.edit({ params: { id }, body });
      await refresh();
      onClose();
    },
  });
  const choices = { size: 'md', comboboxProps: { withinPortal: false } } as const;
  return (
    <Dialog title={say('campaign.audienceTitle')} width={560} onClose={onClose}>
      <form className={s.form} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          label={say('campaigns.nameField')}
          maxLength={newsletterLimits.campaignName}
          autoComplete="off"
          dir="auto"
          {...form.input('name')}
        />
        <NativeSelect
          size="md"
          label={say('campaigns.list')}
          data={lists
            .filter((list) => !list.archived || list.id === listId)
            .map((list) => ({ value: list.id, label: nameIn(list.names, locale) }))}
          {...form.input('listId')}
        />
        <MultiSelect
          {...choices}
          {...form.input('locales')}
          label={say('campaign.audienceLocales')}
          placeholder={form.values.locales.length === 0 ? say('campaign.anyLocale') : ''}
          data={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
        {(offers.length > 0 || form.values.plans.length > 0) && (
          <MultiSelect
            {...choices}
            {...form.input('plans')}
            label={say('campaign.audiencePlans')}
            placeholder={form.values.plans.length === 0 ? say('campaign.anyPlan') : ''}
            data={offers.filter((offer) => offer.kind === 'base').map((offer) => ({ value: offer.id, label: offer.name }))}
          />
        )}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('desk.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('desk.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
