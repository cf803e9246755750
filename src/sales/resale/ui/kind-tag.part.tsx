import { Tag } from '#kit/ui/bits.tsx';
import type { ListedPlan } from '../resale.contract.ts';
import { resaleText } from './resale-text.hook.ts';

/** The kind of what is resold, unless it is a plan. */
export function KindTag({ kind }: Pick<ListedPlan, 'kind'>) {
  const say = resaleText();
  return kind === 'base' ? null : <Tag hue="grey">{say(`prices.kinds.${kind}`)}</Tag>;
}
