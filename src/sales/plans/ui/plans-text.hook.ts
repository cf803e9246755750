import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const plansText = textOf('plans', en);
export type PlansSay = ReturnType<typeof plansText>;
