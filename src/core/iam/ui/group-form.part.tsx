import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { GroupDetail } from '../groups.contract.ts';
import { iamLimits, namesFor } from '../iam.rules.ts';
import { type GroupDraft, groupDraftOf, statementsOfGroup, type ThingKind } from './group-draft.hook.ts';
import s from './group.module.css';
import { GroupThings } from './group-things.part.tsx';
import { useGroupsRefresh, useGroupWords } from './groups-data.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { ActionBoxes } from './set-actions.part.tsx';
import { Statements } from './set-statements.part.tsx';
import { setsQuery, usersApi } from './user-data.hook.ts';
import { Pick } from './user-pick.part.tsx';

const ThingDialog = loadable(async () => (await import('./group-thing-dialog.part.tsx')).ThingDialog);
/** Thrown when somebody turns away from the proof; its words say that nothing changed. */
const stays = new Failure('proof_needed');

/** Sends what changed: kept names that mean nothing any more are refused. */
function bodyOf(draft: GroupDraft, before: GroupDraft) {
  const { name, description, claim, sets } = draft;
  const [statements, earlier] = [statementsOfGroup(draft), statementsOfGroup(before)];
  return {
    name: name.trim(),
    description: description.trim(),
    ...(claim.trim() !== before.claim.trim() && { claim: claim.trim() === '' ? null : claim.trim() }),
    ...(JSON.stringify(statements) !== JSON.stringify(earlier) && { statements }),
    ...(JSON.stringify(sets) !== JSON.stringify(before.sets) && { sets }),
  };
}

/** Name and purpose of a group, what is shared with it, and what it may do. Null: a new one. */
export function GroupForm({ group }: { group: GroupDetail | null }) {
  const say = iamText();
  const { groups } = useApi(usersApi);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const refresh = useGroupsRefresh();
  const toast = useToast();
  const proof = useProof();
  const [sharing, setSharing] = useState<ThingKind | null>(null);
  const [initial] = useState(() => groupDraftOf(group));
  const form = useDraftForm<GroupDraft>({
    key: `group:${group?.id ?? 'new'}`,
    initial,
    check: ({ name }) => (name.trim() === '' ? { name: 'required' } : {}),
    say: useGroupWords(),
    save: async (draft) => {
      const body = bodyOf(draft, initial);
      const done = await proof.run(say('groups.proof'), () =>
        group === null
          ? groups.create({ body })
          : groups.update({ params: { id: group.id }, body: { ...body, version: group.version } }),
      );
      if (done === null) throw stays;
      toast({ text: say(group === null ? 'groups.there' : 'groups.saved') });
      await refresh();
      if (group === null) await navigate(`/users/groups/edit-group/${done.id}`, { replace: true });
      else await revalidate();
    },
  });
  return (
    <>
      <form method="post" onSubmit={form.submit} noValidate>
        <FormPage>
          <FormSection id="about" title={say('groups.about')}>
            <About form={form} />
          </FormSection>
          <FormSection id="shares" title={say('groups.shares')} hint={say('groups.sharesHint')}>
            <GroupThings
              value={form.values.things}
              onChange={(things) => form.set('things', things)}
              onShare={(kind) => setSharing(kind)}
            />
          </FormSection>
          <Powers form={form} />
        </FormPage>
        <SaveBar form={form} {...(group === null && { primary: say('groups.make'), always: 'always' })} />
      </form>
      {sharing !== null && (
        <Suspense>
          <ThingDialog
            kind={sharing}
            taken={form.values.things}
            onDone={(things) => {
              form.set('things', [...form.values.things, ...things]);
              setSharing(null);
            }}
            onClose={() => setSharing(null)}
          />
        </Suspense>
      )}
      {proof.dialog}
    </>
  );
}

/** What the group may do besides what is shared with it. */
function Powers({ form }: { form: DraftForm<GroupDraft> }) {
  const say = iamText();
  const { user, can } = useAuth();
  const sees = can('iam.view');
  const { data } = useQuery({ ...setsQuery(useApi(usersApi)), enabled: sees });
  const { actions, sets, others } = form.values;
  // a long list that most groups do without
  const [open] = useState(actions.length + sets.length > 0);
  const trouble = form.errors['sets'];
  return (
    <>
      <details className={s.more} open={open}>
        <summary>
          <h2>{say('groups.may')}</h2>
        </summary>
        <div className={s.fields}>
          <p className="small soft">{say('groups.mayHint')}</p>
          <ActionBoxes
            choices={namesFor(user?.account?.kind ?? 'customer').map((name) => ({ name, mine: can(name) }))}
            value={actions}
            scope="all"
            onChange={(next) => form.set('actions', next)}
          />
          {sees && (
            <Pick
              label={say('groups.sets')}
              options={data?.items ?? []}
              chosen={sets}
              onChange={(next) => form.set('sets', next)}
              none={say('groups.noSets')}
              {...(trouble !== undefined && { error: trouble })}
            />
          )}
        </div>
      </details>
      {(sees || others.length > 0) && (
        <FormSection id="rules" title={say('groups.special')} hint={say('groups.specialHint')}>
          <div className={s.fields}>
            <Statements value={others} {...(sees && { onChange: (next) => form.set('others', next) })} />
          </div>
        </FormSection>
      )}
    </>
  );
}

/** Name, purpose, and what a sign-in provider calls it. */
function About({ form }: { form: DraftForm<GroupDraft> }) {
  const say = iamText();
  return (
    <div className={s.fields}>
      <TextInput size="md" {...form.input('name')} label={say('groups.name')} maxLength={100} dir="auto" autoComplete="off" />
      <Textarea
        size="md"
        {...form.input('description')}
        label={say('groups.description')}
        rows={2}
        maxLength={iamLimits.description}
        dir="auto"
      />
      <TextInput
        size="md"
        {...form.input('claim')}
        label={say('groups.claim')}
        description={say('groups.claimHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={200}
        dir="auto"
        autoComplete="off"
      />
    </div>
  );
}
