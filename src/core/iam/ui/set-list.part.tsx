import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { SetView } from '../iam.contract.ts';
import { iamText } from './iam-text.hook.ts';
import { actionsWords } from './set-words.hook.ts';
import { setsQuery, usersApi, useUsersRefresh } from './user-data.hook.ts';
import s from './user.module.css';

const SetDialog = loadable(async () => (await import('./set-dialog.part.tsx')).SetDialog);

type Props = { making: boolean; onMade: () => void };
/** Permission sets by name: what they give, and who has them. */
export function SetList({ making, onMade }: Props) {
  const say = iamText();
  const { data } = useSuspenseQuery(setsQuery(useApi(usersApi)));
  const [editing, setEditing] = useState<SetView | null>(null);
  const { remove, failure, proof } = useRemove();
  return (
    <>
      <div className={s.banner}>{failure !== '' && <Banner hue="red">{failure}</Banner>}</div>
      {data.items.length === 0 ? (
        <EmptyState title={say('sets.emptyTitle')} text={say('sets.emptyText')} />
      ) : (
        <Panel flush="flush">
          <ul className={s.sets}>
            {data.items.map((set) => (
              <li key={set.id}>
                <span className={s.grow}>
                  <bdi className="strong small">{set.name}</bdi>
                  {set.description !== '' && (
                    <span className="small" dir="auto">
                      {set.description}
                    </span>
                  )}
                  <span className="tiny quiet">
                    <DotLine>{set.statements.map((one) => `${say(`sets.${one.effect}`)} ${actionsWords(say, one)}`)}</DotLine>
                  </span>
                  <span className="tiny quiet">{say('sets.given', { people: set.people, groups: set.groups })}</span>
                </span>
                {set.rights.edit && (
                  <span className={s.acts}>
                    <Button
                      size="xs"
                      variant="subtle"
                      aria-label={say('sets.changeNamed', { what: set.name })}
                      onClick={() => setEditing(set)}
                    >
                      {say('sets.change')}
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      data-danger
                      aria-label={say('sets.deleteNamed', { what: set.name })}
                      onClick={() => void remove(set)}
                    >
                      {say('sets.delete')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Suspense>
        {making && <SetDialog set={null} onClose={onMade} />}
        {editing !== null && <SetDialog set={editing} onClose={() => setEditing(null)} />}
      </Suspense>
      {proof}
    </>
  );
}

function useRemove() {
  const say = iamText();
  const { iam } = useApi(usersApi);
  const ask = useAsk();
  const refresh = useUsersRefresh();
  const failureText = useFailureText(say);
  const proof = useProof();
  const [failure, setFailure] = useState('');
  const remove = async ({ id, name }: SetView) => {
    const sure = await ask({
      title: say('sets.deleteTitle', { name }),
      lead: say('sets.deleteLead'),
      verb: say('sets.delete'),
      safe: say('form.cancel'),
    });
    if (!sure) return;
    setFailure(await proof.run(say('form.proof'), () => iam.removeSet({ params: { id } })).then(() => '', failureText));
    await refresh();
  };
  return { remove, failure, proof: proof.dialog };
}
