import type { Client } from '#kit/contract.ts';
import { type DateForm, formatDay } from '#kit/dates.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import type { Locale } from '#kit/facts.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { usageCalls } from '../usage.contract.ts';
import { monthEnd } from '../usage.rules.ts';

export const usageApi = { usage: usageCalls };
type UsageClient = Client<typeof usageApi>;

/** `accountId` undefined: the reader's own. `month`: its first day; null: the month that it is. */
export type UsageQuery = { accountId: string | undefined; month: string | null };

export function usageQuery(api: UsageClient, { accountId, month }: UsageQuery) {
  const query = month === null ? {} : { from: month, until: monthEnd(month) };
  return accountId === undefined
    ? callQuery({ area: 'root', name: 'usage.mine', call: api.usage.mine, input: { query } })
    : callQuery({
        area: 'root',
        name: 'usage.ofAccount',
        call: api.usage.ofAccount,
        input: { params: { id: accountId }, query },
      });
}

/** How days and figures are written for a reader. Days are texts of a calendar, so that no zone moves them. */
export function figuresFor(locale: Locale) {
  const tag = intlTag(locale);
  const dated = (form: DateForm) => (day: string) => formatDay(day, form, locale);
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  return {
    number: (n: number) => n.toLocaleString(tag),
    day: dated('dayMonth'),
    longDay: dated('longDay'),
    month: dated('month'),
    size: (bytes: number) => {
      const step = bytes < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log10(bytes) / 3));
      const shape = { style: 'unit', unit: steps[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(tag, shape).format(bytes / 1000 ** step);
    },
  };
}
