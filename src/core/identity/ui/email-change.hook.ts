import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useProof } from './blocks/proof.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { useExplained } from './refusal.hook.ts';

/** A form cannot stand inside another one: the fields name theirs by this id. */
export const emailFormId = 'change-email';

/** Asks for another address. `sentTo` is where the link went. */
export function useEmailChange() {
  const say = identityText();
  const identity = useIdentity();
  const queries = useQueryClient();
  const explained = useExplained();
  const { run, dialog } = useProof();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useDraftForm({
    key: null,
    initial: { email: '' },
    schema: async () => (await import('./fields.hook.ts')).emailChangeFields,
    say,
    save: (body) =>
      explained(() => run(say('edit.emailProof'), () => identity.changeEmail({ body }))).then((done) => {
        if (done === null) return undefined;
        setSentTo(body.email);
        return queries.invalidateQueries({ queryKey: ['user', 'identity.profile'] });
      }),
  });
  const restart = () => {
    form.set('email', '');
    setSentTo(null);
  };
  const [cancelling, setCancelling] = useState('');
  const cancel = async () => {
    setCancelling('busy');
    const done = await explained(() => identity.cancelEmail({}));
    setCancelling('');
    if (done === null) return;
    restart();
    await queries.invalidateQueries({ queryKey: ['user', 'identity.profile'] });
  };
  return { form, sentTo, restart, cancel, cancelling: cancelling !== '', dialog };
}
export type EmailChange = ReturnType<typeof useEmailChange>;
