import { Button } from '@mantine/core';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { type ChangeScope, changeScopes } from '../schedule.rules.ts';
import s from './date-drawer.module.css';
import { scheduleText } from './schedule-text.hook.ts';

type ScopeDialogProps = {
  title: string;
  lead: string;
  verb: string;
  keep: string;
  /** How many get an email. */
  mails: number;
  repeats: boolean;
  look: 'usual' | 'danger';
  work: (scope: ChangeScope) => Promise<unknown>;
  onClose: () => void;
};
/** How much of a series a change is about, and who hears of it; each answer is a button. */
export function ScopeDialog({ title, lead, verb, keep, mails, repeats, look, work, onClose }: ScopeDialogProps) {
  const say = scheduleText();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: ChangeScope | null; trouble: string | null }>({ busy: null, trouble: null });
  const run = async (scope: ChangeScope) => {
    setState({ busy: scope, trouble: null });
    try {
      await work(scope);
      onClose();
    } catch (error) {
      setState({ busy: null, trouble: failureText(error) });
    }
  };
  const scopes = repeats ? changeScopes : (['all'] as const);
  return (
    <Dialog
      title={title}
      lead={mails === 0 ? lead : `${lead} ${say('form.mails', { count: mails })}.`}
      width={440}
      onClose={onClose}
    >
      {state.trouble !== null && <Banner hue="red">{state.trouble}</Banner>}
      <div className={s.scopes}>
        {scopes.map((scope) => (
          <Button
            key={scope}
            size="md"
            variant={repeats ? 'default' : 'filled'}
            {...(look === 'danger' && { color: 'red' })}
            loading={state.busy === scope}
            disabled={state.busy !== null && state.busy !== scope}
            onClick={() => void run(scope)}
          >
            {repeats ? say(`move.${scope}`) : verb}
          </Button>
        ))}
        <Button size="md" variant="subtle" autoFocus onClick={onClose}>
          {keep}
        </Button>
      </div>
    </Dialog>
  );
}
