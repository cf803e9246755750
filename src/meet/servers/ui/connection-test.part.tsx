import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import type { ServerTest } from '../server-views.contract.ts';
import { connectionOf, type ServerDraft } from './server-draft.hook.ts';
import { serversApi } from './servers-data.hook.ts';
import { type ServersSay, serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

export type ConnectionTrial = {
  result: ServerTest | null;
  running: boolean;
  trouble: string;
  /** Tries what the form holds; null when the question itself failed. */
  run: (draft: ServerDraft) => Promise<ServerTest | null>;
  /** Whether this very connection was tried. */
  knows: (draft: ServerDraft) => boolean;
};

/** Tries an address and secret before they are saved. `id`: the stored secret is used when none was typed. */
export function useTrial(id: string | null): ConnectionTrial {
  const say = serversText();
  const api = useApi(serversApi);
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ of: string; result: ServerTest | null; running: boolean; trouble: string }>({
    of: '',
    result: null,
    running: false,
    trouble: '',
  });
  const run = async (draft: ServerDraft) => {
    const of = connectionOf(draft);
    setState({ of, result: null, running: true, trouble: '' });
    const secret = draft.secret.trim();
    const body = { url: draft.url.trim(), secret: secret === '' ? null : secret, hash: draft.hash, ...(id !== null && { id }) };
    try {
      const result = await api.servers.test({ body });
      setState({ of, result, running: false, trouble: '' });
      return result;
    } catch (error) {
      setState({ of, result: null, running: false, trouble: failureText(error) });
      return null;
    }
  };
  return { ...state, run, knows: (draft) => state.result !== null && state.of === connectionOf(draft) };
}

const marks = { ok: IconCircleCheck, warning: IconAlertTriangle, failed: IconCircleX, skipped: IconCircleDashed } as const;
const outcomeWords = { ok: 'test.done', warning: 'test.warned', failed: 'test.wrong', skipped: 'test.skipped' } as const;

const troubleWord = (say: ServersSay, code: string) => say.maybe(`test.trouble.${code}`) ?? say('test.trouble.other', { code });

function Found({ result }: { result: ServerTest }) {
  const say = serversText();
  if (result.meetings === null || result.people === null) return null;
  return <span className="soft">{say('test.found', { meetings: result.meetings, people: result.people })}</span>;
}

/** Each step of the test with its outcome, and in words what to do where it ended. */
export function TrialSteps({ trial }: { trial: ConnectionTrial }) {
  const say = serversText();
  const { result, running, trouble } = trial;
  return (
    <div aria-live="polite">
      {running && <p className="small quiet">{say('test.running')}</p>}
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      {result !== null && (
        <div className={s.steps}>
          <p>
            <b className="strong">{say(`test.${result.outcome}`)}</b>
            <Found result={result} />
          </p>
          <ul>
            {result.steps.map((step) => {
              const Mark = marks[step.outcome];
              return (
                <li key={step.step} data-outcome={step.outcome}>
                  <Mark size={16} stroke={2} />
                  <span className="grow">
                    {say(`test.step.${step.step}`)}
                    <span className="hidden">: {say(outcomeWords[step.outcome])}</span>
                    {step.trouble !== null && step.outcome !== 'skipped' && (
                      <>
                        <br />
                        <span className="tiny">{troubleWord(say, step.trouble)}</span>
                      </>
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
