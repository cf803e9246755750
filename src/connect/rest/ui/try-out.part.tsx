import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { addressOf, curlOf, type FilledRequest, type ApiOperation } from '../operations.rules.ts';
import { operationsQuery } from './rest-data.hook.ts';
import { restText } from './rest-text.hook.ts';
import s from './rest.module.css';

type TryOutAnswer = { status: number; ms: number; text: string };
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Every call of the API that the reader may make: fill it in, run it, see the answer and the line for a shell. */
export function TryOut({ origin }: { origin: string }) {
  const say = restText();
  const failureText = useFailureText(say);
  const { can } = useAuth();
  const query = useQuery(operationsQuery);
  const mine = useMemo(() => (query.data ?? []).filter((one) => can(one.permission)), [query.data, can]);
  const [chosen, setChosen] = useState('rooms.list');
  const shown = mine.find((one) => one.id === chosen) ?? mine[0];
  const groups = [...new Set(mine.map((one) => one.group))];
  return (
    <Panel title={say('try.title')}>
      {query.error !== null && <Banner hue="red">{failureText(query.error)}</Banner>}
      {shown !== undefined && (
        <div className={s.try}>
          <NativeSelect
            label={say('try.call')}
            dir="ltr"
            value={shown.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={groups.map((group) => ({
              group,
              items: mine
                .filter((one) => one.group === group)
                .map((one) => ({ value: one.id, label: `${one.method} ${one.path}` })),
            }))}
          />
          <Call key={shown.id} operation={shown} origin={origin} />
        </div>
      )}
    </Panel>
  );
}

function useRun(operation: ApiOperation, filled: FilledRequest) {
  const say = restText();
  const failureText = useFailureText(say);
  const { token } = useAuth();
  const [answer, setAnswer] = useState<TryOutAnswer | null>(null);
  const [state, setState] = useState({ busy: 'no', trouble: '' });
  const run = async (key: string) => {
    setState({ busy: 'yes', trouble: '' });
    const began = performance.now();
    try {
      const bearer = key.trim() === '' ? await token() : key.trim();
      const heard = await fetch(addressOf(operation, filled.values), {
        method: operation.method,
        headers: {
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
          ...(operation.method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
          ...(operation.body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(operation.body === null ? {} : { body: filled.body }),
      });
      const text = pretty(await heard.text());
      setAnswer({ status: heard.status, ms: Math.round(performance.now() - began), text });
      setState({ busy: 'no', trouble: '' });
    } catch (error) {
      setState({ busy: 'no', trouble: failureText(error) });
    }
  };
  return { answer, ...state, run: (key: string) => void run(key) };
}

const code = (words: ReactNode) => (
  <bdi dir="ltr" className="mono">
    {words}
  </bdi>
);

function Call({ operation, origin }: { operation: ApiOperation; origin: string }) {
  const say = restText();
  const [filled, setFilled] = useState<FilledRequest>({ values: {}, body: operation.body ?? '' });
  const { answer, busy, trouble, run } = useRun(operation, filled);
  return (
    <>
      <p className={s.summary}>
        {/* the reference is written in English */}
        <span lang="en" dir="ltr">
          {operation.summary}
        </span>
        <span className="tiny quiet">{say.rich('try.permission', { permission: operation.permission, code })}</span>
      </p>
      <CallForm
        operation={operation}
        filled={filled}
        put={setFilled}
        run={run}
        busy={busy}
        line={curlOf(operation, filled, origin)}
      />
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      <div aria-live="polite">{answer !== null && <AnswerView answer={answer} />}</div>
    </>
  );
}

type FormProps = {
  operation: ApiOperation;
  filled: FilledRequest;
  put: (filled: FilledRequest) => void;
  run: (key: string) => void;
  busy: string;
  /** The same for a shell. */
  line: string;
};
function CallForm({ operation, filled, put, run, busy, line }: FormProps) {
  const say = restText();
  const [key, setKey] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(key);
  };
  return (
    <form method="post" className={s.fields} onSubmit={submit}>
      {operation.parameters.map(({ name, required }) => (
        <TextInput
          key={name}
          label={code(name)}
          required={required}
          dir="ltr"
          autoComplete="off"
          value={filled.values[name] ?? ''}
          onChange={(event) => put({ ...filled, values: { ...filled.values, [name]: event.currentTarget.value } })}
        />
      ))}
      {operation.body !== null && (
        <Textarea
          label={say('try.body')}
          dir="ltr"
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={filled.body}
          onChange={(event) => put({ ...filled, body: event.currentTarget.value })}
        />
      )}
      <PasswordInput
        label={say('try.key')}
        description={say('try.keyHint')}
        dir="ltr"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <div className={s.run}>
        <Button type="submit" variant="filled" loading={busy === 'yes'} leftSection={<IconPlayerPlay size={16} stroke={1.75} />}>
          {say('try.run')}
        </Button>
        <CopyButton text={line} label={say('try.curl')} />
        {operation.method !== 'GET' && <span className="tiny quiet">{say('try.real')}</span>}
      </div>
    </form>
  );
}

function AnswerView({ answer }: { answer: TryOutAnswer }) {
  const say = restText();
  return (
    <>
      <p className={s.answerHead}>
        <b>{say('try.answer')}</b>
        <Ltr className="tiny quiet num">{say('try.figures', { status: answer.status, ms: answer.ms })}</Ltr>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={s.code} dir="ltr" tabIndex={0} aria-label={say('try.answer')} data-answer={answer.status}>
        <pre>{answer.text}</pre>
      </section>
    </>
  );
}
