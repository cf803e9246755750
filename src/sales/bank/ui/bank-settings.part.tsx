import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fromDecimal, money, toDecimal } from '#kit/money.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { type SettingsView, TOLERANCE_MAX } from '../bank.contract.ts';
import { bankApi, bankSettingsQuery, useBankRefresh } from './bank-data.hook.ts';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

const minorOf = (text: string, currency: string): number | null => {
  const found = fromDecimal(text.trim().replace(',', '.'), currency);
  return found === null || found.minor < 0n || found.minor > BigInt(TOLERANCE_MAX) ? null : Number(found.minor);
};

function Form({ settings, onClose }: { settings: SettingsView; onClose: () => void }) {
  const say = bankText();
  const { bank } = useApi(bankApi);
  const refresh = useBankRefresh();
  const { currency, revision, autoAfter, tolerance } = settings;
  const form = useDraftForm({
    key: null,
    initial: {
      auto: autoAfter === null ? 'no' : 'yes',
      after: String(autoAfter ?? 10),
      tolerance: toDecimal(money(BigInt(tolerance), currency)),
    },
    check: (draft) => ({
      ...(minorOf(draft.tolerance, currency) === null && { tolerance: 'tolerance' }),
      ...(!/^\d{1,5}$/.test(draft.after) && { after: 'after' }),
    }),
    say,
    save: async (draft) => {
      const after = draft.auto === 'yes' ? Number(draft.after) : null;
      await bank.saveSettings({ body: { autoAfter: after, tolerance: minorOf(draft.tolerance, currency) ?? 0, revision } });
      await refresh();
      onClose();
    },
  });
  return (
    <form className={s.fields} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <Checkbox
        label={say('settings.auto')}
        checked={form.values.auto === 'yes'}
        onChange={(event) => form.set('auto', event.currentTarget.checked ? 'yes' : 'no')}
      />
      {form.values.auto === 'yes' && (
        <NumberInput
          size="md"
          label={say('settings.after')}
          description={say('settings.afterHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          min={0}
          max={10_000}
          value={form.values.after}
          error={form.input('after').error}
          onChange={(value) => form.set('after', String(value))}
        />
      )}
      <TextInput
        size="md"
        {...form.input('tolerance')}
        label={say('settings.tolerance', { currency })}
        description={say('settings.toleranceHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="decimal"
        dir="ltr"
        maxLength={12}
      />
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" type="submit" loading={form.saving}>
          {say('settings.save')}
        </Button>
      </div>
    </form>
  );
}

/** What the program may book by itself. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const say = bankText();
  const { data } = useQuery(bankSettingsQuery(useApi(bankApi)));
  return (
    <Dialog title={say('settings.title')} lead={say('settings.lead')} width={520} onClose={onClose}>
      {data !== undefined && <Form settings={data} onClose={onClose} />}
    </Dialog>
  );
}
