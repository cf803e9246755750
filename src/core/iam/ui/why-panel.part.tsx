import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Result } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { iamCalls, MemberDetail } from '../iam.contract.ts';
import { isPreset } from './why-words.hook.ts';
import { useRoomSource } from './blocks/user-slots.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { whyText } from './why-text.hook.ts';
import { actionWords, areaWords, byArea } from './set-words.hook.ts';
import { catalogueQuery, usersApi } from './user-data.hook.ts';
import s from './user.module.css';

type WhyQuestion = { action: string; room: string; own: boolean; mfa: boolean };
type WhyAnswer = Result<typeof iamCalls.explain>;

/** "May this person do that, and why?" Asked of the rules that a request of theirs goes by. */
export function Why({ member }: { member: MemberDetail }) {
  const say = iamText();
  const why = whyText();
  const api = useApi(usersApi);
  const failureText = useFailureText(say);
  const catalogue = useQuery(catalogueQuery(api));
  const source = useRoomSource();
  const rooms = useQuery({ queryKey: ['IAMUser', 'rooms', ''], queryFn: () => source.find('') });
  const [asked, setAsked] = useState<WhyQuestion>({ action: 'rooms.view', room: '', own: false, mfa: true });
  const [state, setState] = useState<{ busy: boolean; failure: string; answer: WhyAnswer | null }>({
    busy: false,
    failure: '',
    answer: null,
  });
  const names = catalogue.data?.permissions ?? [];
  const about = names.find(({ name }) => name === asked.action)?.things ?? true;
  // an answer is of the question that stood there: another one takes it away
  const put = (part: Partial<WhyQuestion>) => {
    setAsked({ ...asked, ...part });
    setState({ busy: false, failure: '', answer: null });
  };
  const go = async () => {
    setState({ busy: true, failure: '', answer: null });
    const kind = about ? ('room' as const) : ('account' as const);
    const thing = { kind, id: about && asked.room !== '' ? asked.room : null, own: about && asked.own };
    try {
      const answer = await api.iam.explain({ params: { id: member.id }, body: { action: asked.action, thing, mfa: asked.mfa } });
      setState({ busy: false, failure: '', answer });
    } catch (error) {
      setState({ busy: false, failure: failureText(error), answer: null });
    }
  };
  return (
    <Panel id="why" title={why('why.title')}>
      <div className={s.fields}>
        <NativeSelect
          label={why('why.action')}
          value={asked.action}
          onChange={(event) => put({ action: event.currentTarget.value })}
          data={byArea(names).map(([area, actions]) => ({
            group: areaWords(say, area),
            items: actions.map(({ name }) => ({ value: name, label: actionWords(say, name) })),
          }))}
        />
        {about && (
          <>
            <NativeSelect
              label={why('why.room')}
              value={asked.room}
              onChange={(event) => put({ room: event.currentTarget.value })}
              data={[
                { value: '', label: why('why.anyRoom') },
                ...(rooms.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <Checkbox
              label={why('why.own')}
              checked={asked.own}
              onChange={(event) => put({ own: event.currentTarget.checked })}
            />
          </>
        )}
        <Checkbox label={why('why.mfa')} checked={asked.mfa} onChange={(event) => put({ mfa: event.currentTarget.checked })} />
        <Button loading={state.busy} onClick={() => void go()}>
          {why('why.ask')}
        </Button>
        {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
        <div role="status">{state.answer !== null && <Answered answer={state.answer} />}</div>
      </div>
    </Panel>
  );
}

function Answered({ answer: { allowed, reason } }: { answer: WhyAnswer }) {
  const say = iamText();
  const why = whyText();
  const { by, source, statementId } = reason;
  const named = source !== null && isPreset(source.name) ? say(`users.preset.${source.name}`) : (source?.name ?? '');
  return (
    <div className={s.answer} data-answer={by}>
      <Status of={allowed ? 'allowed' : 'denied'}>{why(allowed ? 'why.yes' : 'why.no')}</Status>
      <span>{why(`why.by.${by}`)}</span>
      {source !== null && source.kind !== 'boundary' && (
        <span className="tiny quiet">{why(`why.from.${source.kind}`, { name: `\u2068${named}\u2069` })}</span>
      )}
      {statementId !== null && (
        <span className="tiny quiet">
          {why('why.statement')}{' '}
          <bdi dir="ltr" className="mono">
            {statementId}
          </bdi>
        </span>
      )}
    </div>
  );
}
