/** A finding of the check as a sentence that names the field. */
import type { Finding } from './finding.rules.ts';

/** Business term → its name in the texts of this domain; what also stands on the paper has the name from there. */
const names: Readonly<Record<string, string>> = {
  'BT-1': 'paper.number',
  'BT-2': 'paper.issued',
  'BT-3': 'fields.kind',
  'BT-5': 'fields.currency',
  'BT-6': 'fields.accountingCurrency',
  'BT-9': 'paper.due',
  'BT-25': 'paper.preceding',
  'BT-27': 'fields.sellerName',
  'BT-31': 'fields.sellerVat',
  'BT-34': 'fields.sellerNetwork',
  'BT-40': 'fields.sellerCountry',
  'BT-44': 'fields.buyerName',
  'BT-48': 'fields.buyerVat',
  'BT-49': 'fields.buyerNetwork',
  'BT-55': 'fields.buyerCountry',
  'BT-74': 'paper.period',
  'BT-84': 'paper.payment',
  'BT-87': 'fields.card',
  'BT-92': 'paper.discount',
  'BT-95': 'paper.discount',
  'BT-96': 'paper.discount',
  'BT-97': 'paper.discount',
  'BT-106': 'paper.lines',
  'BT-107': 'paper.discount',
  'BT-109': 'paper.net',
  'BT-110': 'paper.tax',
  'BT-112': 'paper.gross',
  'BT-115': 'paper.dueAmount',
  'BT-116': 'fields.taxBase',
  'BT-117': 'paper.tax',
  'BT-119': 'paper.rate',
  'BT-120': 'fields.exemption',
  'BT-126': 'fields.lineNumber',
  'BT-129': 'paper.quantity',
  'BT-130': 'fields.unit',
  'BT-131': 'paper.amount',
  'BT-135': 'paper.period',
  'BT-136': 'paper.discount',
  'BT-139': 'paper.discount',
  'BT-146': 'paper.price',
  'BT-151': 'fields.category',
  'BT-152': 'paper.rate',
  'BT-153': 'paper.description',
  'BG-23': 'fields.category',
  'BG-25': 'fields.lines',
};

/** Key of the field's name. */
export const fieldKey = (field: string): string => names[field] ?? 'fields.kind';

/** Says a text of this domain with its values. */
export type Say = (key: string, values?: Record<string, string>) => string;

/** The finding in the reader's words; the caller shows the rule's name. */
export function sayFinding({ problem, field, line, expected, found }: Finding, say: Say): string {
  const text = say(`findings.${problem}`, {
    field: say(fieldKey(field)),
    ...(problem === 'mismatch' ? { expected, found } : {}),
  });
  return line === undefined ? text : say('findings.inLine', { line, text });
}
