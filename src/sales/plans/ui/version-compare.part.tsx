import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '#kit/money.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useReader } from '#kit/ui/text/reader.tsx';
import { enforcedLimits, seatKeys } from '../limits.rules.ts';
import type { PlanView } from '../plans.contract.ts';
import { periods, termsChanges } from '../plans.rules.ts';
import { responseKey } from './plan-draft.hook.ts';
import { type PlansSay, plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

const parts = {
  amount: 'version.amount',
  setupFee: 'form.setup',
  seatAmount: 'version.seat',
  minuteAmount: 'form.minutes',
  inclusive: 'form.inclusive',
} as const;
const fields = ['trialDays', 'trialNeedsMethod', 'hours', 'seatKey', 'seatMost'] as const;
const isPart = (text: string): text is keyof typeof parts => Object.hasOwn(parts, text);

/** A field's path in words. */
export function fieldWord(field: string, say: PlansSay): string {
  const [area = '', key = '', period = '', part = ''] = field.split('.');
  const limit = enforcedLimits.find((one) => one.key === key);
  if (area === 'entitlements' && limit !== undefined) return say(`limit.${limit.key}`);
  const rhythm = periods.find((one) => one === period);
  if (area === 'prices' && rhythm !== undefined && isPart(part))
    return `\u2068${key}\u2069 · ${say(`form.${rhythm}`)} · ${say(parts[part])}`;
  const known = fields.find((one) => one === field);
  return known === undefined ? say('form.ownDunning') : say(`form.${known}`);
}

/** A value in words; amounts in their currency. */
export function valueWord(
  { field, value }: { field: string; value: unknown },
  { say, locale }: { say: PlansSay; locale: string },
) {
  if (typeof value === 'boolean') return say(value ? 'compare.yes' : 'compare.no');
  if (field === `entitlements.${responseKey}` && !value) return say('form.noPromise');
  const [area, currency = '', , part] = field.split('.');
  const money = area === 'prices' && part !== 'inclusive';
  if (typeof value === 'number')
    return money ? formatMoney({ minor: BigInt(value), currency }, locale) : say('list.number', { n: value });
  if (value === null && area === 'entitlements') return say('form.noLimit');
  if (typeof value !== 'string') return '–';
  const seats = seatKeys.find((key) => key === value);
  // a table of days: [retries, reminders, restrict, cancel]
  return seats === undefined ? value.replaceAll(/["[\]]/g, ' ').trim() : say(`limit.${seats}`);
}

/** What differs between two versions. */
export function CompareDialog({ plan, version, onClose }: { plan: PlanView; version: number; onClose: () => void }) {
  const say = plansText();
  const { locale } = useReader();
  const [from, setFrom] = useState(version - 1);
  const [to, setTo] = useState(version);
  const [before, after] = [from, to].map((n) => plan.versions.find((one) => one.version === n));
  const changes = before === undefined || after === undefined ? [] : termsChanges(before, after);
  const data = plan.versions.map((one) => ({ value: String(one.version), label: say('form.version', { n: one.version }) }));
  const word = (field: string, value: unknown) => <bdi>{valueWord({ field, value }, { say, locale })}</bdi>;
  return (
    <Dialog title={say('version.compare')} width={640} onClose={onClose}>
      <div className={s.pair}>
        <NativeSelect
          size="md"
          label={say('version.from')}
          data={data}
          value={String(from)}
          onChange={(event) => setFrom(Number(event.currentTarget.value))}
        />
        <NativeSelect
          size="md"
          label={say('version.to')}
          data={data}
          value={String(to)}
          onChange={(event) => setTo(Number(event.currentTarget.value))}
        />
      </div>
      {changes.length === 0 ? (
        <p className="quiet">{say('version.same')}</p>
      ) : (
        <table className={s.changes}>
          <thead>
            <tr>
              <th scope="col">{say('version.what')}</th>
              <th scope="col">{say('form.version', { n: from })}</th>
              <th scope="col">{say('form.version', { n: to })}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((one) => (
              <tr key={one.field}>
                <th scope="row">{fieldWord(one.field, say)}</th>
                <td>{word(one.field, one.from)}</td>
                <td>{word(one.field, one.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('version.close')}
        </Button>
      </div>
    </Dialog>
  );
}
