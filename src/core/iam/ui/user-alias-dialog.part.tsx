import { Button, TextInput } from '@mantine/core';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { iamLimits } from '../iam.rules.ts';
import { iamText } from './iam-text.hook.ts';
import { usersApi, useUsersRefresh } from './user-data.hook.ts';
import { aliasWrong } from './user-draft.hook.ts';
import s from './user.module.css';

/** Thrown when somebody turns away from the proof; there is nothing to say about it. */
const stays = new Failure('not_saved');

/** The name of the account in sign-ins. */
export function AliasDialog({ alias, onClose }: { alias: string | null; onClose: () => void }) {
  const say = iamText();
  const { iam } = useApi(usersApi);
  const refresh = useUsersRefresh();
  const proof = useProof();
  const form = useDraftForm({
    key: null,
    initial: { alias: alias ?? '' },
    check: (draft) => {
      const wrong = aliasWrong(draft.alias);
      return wrong === null ? {} : { alias: wrong };
    },
    say,
    save: async (draft) => {
      const body = { alias: draft.alias.trim().toLowerCase() };
      if ((await proof.run(say('form.proof'), () => iam.setAlias({ body }))) === null) throw stays;
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say('users.aliasTitle')} lead={say('users.aliasLead')} onClose={onClose}>
      <form method="post" className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('alias')}
          label={say('users.alias')}
          description={say('users.aliasHint')}
          dir="ltr"
          maxLength={iamLimits.alias.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        {alias !== null && <p className="tiny quiet">{say('users.aliasChange')}</p>}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('users.aliasSave')}
          </Button>
        </div>
      </form>
      {proof.dialog}
    </Dialog>
  );
}
