import { auditText } from '../audit-text.hook.ts';

/** The action as text; one without a text is shown by its own name. */
export function useActionWords(): (action: string) => string {
  const say = auditText();
  return (action) => say.maybe(`actions.${action}`) ?? action;
}
