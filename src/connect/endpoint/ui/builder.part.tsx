import { Button, NativeSelect, SegmentedControl, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import type { SecretItem } from '../endpoint.contract.ts';
import { builderCalls } from '../endpoint.rules.ts';
import { type RunResult, AnswerView } from './answer.part.tsx';
import { type BuilderDraft, builtOf, draftFor, hasBody, useSettled, withCall } from './builder-draft.hook.ts';
import { methodsOf } from './call-parameters.hook.ts';
import { endpointApi, useEndpointRefresh } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { Parameters } from './parameters.part.tsx';
import { SignedLink } from './signed-link.part.tsx';

const hashes = ['sha256', 'sha512', 'sha384', 'sha1'] as const;
const pause = 350;
const oneOf = <T extends string>(all: readonly T[], value: string, standard: T): T =>
  all.find((one) => one === value) ?? standard;

type DraftUpdate = (part: Partial<BuilderDraft>) => void;
function Choices({
  draft,
  secrets,
  put,
  onCall,
}: {
  draft: BuilderDraft;
  secrets: readonly SecretItem[];
  put: DraftUpdate;
  onCall: (call: BuilderDraft['call']) => void;
}) {
  const say = endpointText();
  return (
    <div className={s.choices}>
      <NativeSelect
        label={say('builder.call')}
        dir="ltr"
        data={[...builderCalls]}
        value={draft.call}
        onChange={(event) => onCall(oneOf(builderCalls, event.currentTarget.value, 'create'))}
      />
      <NativeSelect
        label={say('builder.secret')}
        data={secrets.map((one) => ({ value: one.id, label: `${one.name} (${one.hint})` }))}
        value={draft.secretId}
        onChange={(event) => put({ secretId: event.currentTarget.value })}
      />
      <NativeSelect
        label={say('builder.hash')}
        dir="ltr"
        data={hashes.map((value) => ({ value, label: value.toUpperCase().replace('SHA', 'SHA-') }))}
        value={draft.hash}
        onChange={(event) => put({ hash: oneOf(hashes, event.currentTarget.value, 'sha256') })}
      />
    </div>
  );
}

function useRun(): {
  answer: RunResult | null;
  trouble: string;
  busy: 'no' | 'yes';
  run: (draft: BuilderDraft) => void;
  clear: () => void;
} {
  const say = endpointText();
  const api = useApi(endpointApi);
  const refresh = useEndpointRefresh();
  const failureText = useFailureText(say);
  const [answer, setAnswer] = useState<RunResult | null>(null);
  const [state, setState] = useState<{ busy: 'no' | 'yes'; trouble: string }>({ busy: 'no', trouble: '' });
  const run = async (draft: BuilderDraft) => {
    setState({ busy: 'yes', trouble: '' });
    try {
      setAnswer(await api.endpoint.run({ body: builtOf(draft) }));
      setState({ busy: 'no', trouble: '' });
    } catch (error) {
      setState({ busy: 'no', trouble: failureText(error) });
    }
    await refresh();
  };
  return { answer, ...state, run: (draft) => void run(draft), clear: () => setAnswer(null) };
}

/**
 * The signed link of the form's content, a moment after the last key press; until then the previous link, which is not `current`. `url`:
 * a changed address is signed again.
 */
function useSigned(draft: BuilderDraft, url: string) {
  const api = useApi(endpointApi);
  const built = useMemo(() => builtOf(draft), [draft]);
  const settled = useSettled(built, pause);
  const { data, error, isPlaceholderData } = useQuery({
    // kept out of the endpoint's area: signing again when that is refreshed would use secrets that have just ended
    ...callQuery({
      area: 'root',
      name: 'endpoint.build',
      call: () => api.endpoint.build({ body: settled }),
      input: { url, settled },
    }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { data, error, age: settled === built && !isPlaceholderData ? ('current' as const) : ('before' as const) };
}

/** Signs any call with a secret of the account and makes it for real; link and answer stand beside each other. */
export function Builder({ url, secrets }: { url: string; secrets: readonly SecretItem[] }) {
  const say = endpointText();
  const failureText = useFailureText(say);
  const [kept, setDraft] = useState(() => draftFor(secrets[0]?.id ?? ''));
  // the secret that was chosen may end meanwhile
  const secretId = secrets.some((one) => one.id === kept.secretId) ? kept.secretId : (secrets[0]?.id ?? '');
  const draft = useMemo(() => ({ ...kept, secretId }), [kept, secretId]);
  const put: DraftUpdate = (part) => setDraft((now) => ({ ...now, ...part }));
  const { answer, trouble, busy, run, clear } = useRun();
  const signed = useSigned(draft, url);
  const next = (call: BuilderDraft['call'], meetingID: string) => {
    clear();
    setDraft((now) => {
      const turned = withCall(now, call);
      return { ...turned, rows: turned.rows.map((row) => (row.name === 'meetingID' ? { ...row, value: meetingID } : row)) };
    });
  };
  const methods = methodsOf(draft.call);
  const failed = trouble !== '' ? trouble : signed.error === null ? '' : failureText(signed.error);
  return (
    <Panel
      id="builder"
      title={say('builder.title')}
      aside={
        <SegmentedControl
          dir="ltr"
          aria-label={say('builder.method')}
          data={(['GET', 'POST'] as const).map((value) => ({ value, label: value, disabled: !methods.includes(value) }))}
          value={draft.method}
          onChange={(value) => put({ method: value === 'POST' ? 'POST' : 'GET' })}
        />
      }
    >
      <div className={s.builder}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(draft);
          }}
        >
          <Choices draft={draft} secrets={secrets} put={put} onCall={(call) => setDraft((now) => withCall(now, call))} />
          <Parameters call={draft.call} rows={draft.rows} onChange={(rows) => put({ rows })} />
          {hasBody(draft) && (
            <Textarea
              label={say('builder.body')}
              description={say('builder.bodyHint')}
              inputWrapperOrder={['label', 'input', 'description']}
              classNames={{ input: s.mono ?? '' }}
              rows={5}
              dir="ltr"
              spellCheck={false}
              maxLength={200_000}
              placeholder={
                '<modules>\n  <module name="presentation">\n    <document url="https://example.org/slides.pdf"/>\n  </module>\n</modules>'
              }
              value={draft.body}
              onChange={(event) => put({ body: event.currentTarget.value })}
            />
          )}
          {failed !== '' && <Banner hue="red">{failed}</Banner>}
          {signed.data !== undefined && <SignedLink {...signed.data} age={signed.age} />}
          <div className={s.runRow}>
            <span className="tiny quiet grow">{say('builder.real')}</span>
            {signed.data !== undefined && (
              <CopyButton text={signed.data.url} label={say('builder.copyLink')} disabled={signed.age === 'before'} />
            )}
            <Button type="submit" loading={busy === 'yes'} leftSection={<IconPlayerPlay size={16} stroke={1.75} />}>
              {say('builder.run')}
            </Button>
          </div>
        </form>
        <AnswerView answer={answer} onNext={next} />
      </div>
    </Panel>
  );
}
