import { auditText } from '../audit-text.hook.ts';

/** What was done, in words; a deed that has none is told by its own name. */
export function useActionWords(): (action: string) => string {
  const say = auditText();
  return (action) => say.maybe(`actions.${action}`) ?? action;
}
