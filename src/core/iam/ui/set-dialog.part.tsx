import { Button, Textarea, TextInput } from '@mantine/core';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { iamLimits } from '../iam.rules.ts';
import type { SetView } from '../iam.contract.ts';
import type { Statement } from '../statements.rules.ts';
import { iamText } from './iam-text.hook.ts';
import { Statements } from './set-statements.part.tsx';
import { usersApi, useUsersRefresh } from './user-data.hook.ts';
import s from './user.module.css';

type SetDraft = { name: string; description: string; statements: Statement[] };
/** Thrown when somebody turns away from the proof; there is nothing to say about it. */
const stays = new Failure('not_saved');

/** Makes or changes a permission set. */
export function SetDialog({ set, onClose }: { set: SetView | null; onClose: () => void }) {
  const say = iamText();
  const { iam } = useApi(usersApi);
  const refresh = useUsersRefresh();
  const proof = useProof();
  const first: SetDraft = { name: set?.name ?? '', description: set?.description ?? '', statements: set?.statements ?? [] };
  const form = useDraftForm<SetDraft>({
    key: null,
    initial: first,
    check: ({ name, statements }) => ({
      ...(name.trim() === '' && { name: 'required' }),
      ...(statements.length === 0 && { statements: 'no_statements' }),
    }),
    say,
    save: async (draft) => {
      const body = { name: draft.name.trim(), description: draft.description.trim() };
      const { statements } = draft;
      // kept names that mean nothing any more are refused: what did not change is not sent
      const changed = JSON.stringify(statements) !== JSON.stringify(first.statements);
      const done = await proof.run(say('form.proof'), () =>
        set === null
          ? iam.createSet({ body: { ...body, statements } })
          : iam.updateSet({ params: { id: set.id }, body: { ...body, ...(changed && { statements }), version: set.version } }),
      );
      if (done === null) throw stays;
      await refresh();
      onClose();
    },
  });
  const trouble = form.errors['statements'];
  return (
    <Dialog
      title={say(set === null ? 'sets.newTitle' : 'sets.changeTitle')}
      lead={say('sets.lead')}
      width={640}
      onClose={onClose}
    >
      <form method="post" className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('name')}
          label={say('sets.name')}
          dir="auto"
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        <Textarea
          size="md"
          {...form.input('description')}
          label={say('sets.description')}
          dir="auto"
          rows={2}
          maxLength={iamLimits.description}
        />
        <Statements
          value={form.values.statements}
          onChange={(statements) => form.set('statements', statements)}
          error={typeof trouble === 'string' ? trouble : null}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say(set === null ? 'sets.make' : 'sets.save')}
          </Button>
        </div>
      </form>
      {proof.dialog}
    </Dialog>
  );
}
