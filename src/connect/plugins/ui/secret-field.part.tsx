import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { endpointCalls, SecretItem } from '../../endpoint/endpoint.contract.ts';
import { warningsOf } from '../check.rules.ts';
import type { PluginProgram } from '../guides.rules.ts';
import { pluginsApi } from './plugins-data.hook.ts';
import { nameOf, pluginsText } from './plugins-text.hook.ts';
import { CopyValue, ValueBox } from './value-field.part.tsx';
import s from './plugins.module.css';

type EndpointView = ResultIn<typeof endpointCalls.get>;

type ChoiceProps = {
  program: PluginProgram;
  endpoint: EndpointView;
  secrets: readonly SecretItem[];
  secret: SecretItem | null;
  onChoose: (id: string) => void;
};
/** Which of the secrets this program gets, and what its own rules have in store for it. */
export function SecretChoice({ program, endpoint, secrets, secret, onChoose }: ChoiceProps) {
  const say = pluginsText();
  const time = useTimeText();
  const name = nameOf(say, program);
  if (secret === null)
    return (
      <Banner hue="amber" action={<LinkButton to="/api-endpoint">{say('values.endpoint')}</LinkButton>}>
        {say('values.noSecret')}
      </Banner>
    );
  return (
    <>
      {!endpoint.rights.manage && <Banner hue="blue">{say('values.ask', { permission: 'api.manage' })}</Banner>}
      {secrets.length > 1 && (
        <NativeSelect
          className={s.choice ?? ''}
          label={say('values.which')}
          value={secret.id}
          onChange={(event) => onChoose(event.currentTarget.value)}
          data={secrets.map((one) => ({ value: one.id, label: `${one.name} (…${one.hint})` }))}
        />
      )}
      {warningsOf(secret).map(({ kind, names, at }) => (
        <Banner key={kind} hue="amber">
          {say(`values.warn.${kind}`, { name, list: names.join(', '), time: at === null ? '' : time(at) })}
        </Banner>
      ))}
    </>
  );
}

const shownForMs = 60_000;

type FieldProps = { label: string; secret: SecretItem; endpoint: EndpointView };
/** The secret as dots with its last letters. Copying fetches it without showing it; what is shown hides itself again. */
export function SecretField({ label, secret, endpoint }: FieldProps) {
  const say = pluginsText();
  const api = useApi(pluginsApi);
  const failureText = useFailureText(say);
  const [shown, setShown] = useState<{ of: string; text: string } | null>(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shownForMs);
    return () => clearTimeout(timer);
  }, [shown]);
  const text = shown?.of === secret.id ? shown.text : null;
  const fetchSecret = async (): Promise<string | null> => {
    setTrouble('');
    try {
      return text ?? (await api.endpoint.reveal({ params: { id: secret.id } })).secret;
    } catch (error) {
      setTrouble(failureText(error));
      return null;
    }
  };
  const show = async () => {
    const found = await fetchSecret();
    if (found !== null) setShown({ of: secret.id, text: found });
  };
  const masked = (
    <>
      <span aria-hidden="true">
        {'•'.repeat(24)} {secret.hint}
      </span>
      <span className="hidden">{say('values.hidden', { hint: secret.hint })}</span>
    </>
  );
  return (
    <>
      <ValueBox label={label} shown={text ?? masked}>
        {endpoint.rights.manage && (
          <>
            <Button size="xs" variant="subtle" onClick={() => (text === null ? void show() : setShown(null))}>
              {say(text === null ? 'values.show' : 'values.hide')}
            </Button>
            <CopyValue label={label} get={fetchSecret} />
          </>
        )}
      </ValueBox>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
    </>
  );
}

/** A secret of the program's own: it can be ended later without touching the others, and the log knows whose calls it signs. */
export function NewSecret({ program, onMade }: { program: PluginProgram; onMade: (id: string) => void }) {
  const say = pluginsText();
  const api = useApi(pluginsApi);
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', trouble: '' });
  const name = nameOf(say, program);
  const make = async () => {
    setState({ busy: 'yes', trouble: '' });
    try {
      const made = await api.endpoint.addSecret({ body: { name: name.slice(0, 80) } });
      await queries.invalidateQueries({ queryKey: ['bigbluebutton', 'endpoint.get'] });
      onMade(made.id);
      setState({ busy: '', trouble: '' });
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  return (
    <>
      <Button
        className={s.fresh ?? ''}
        size="xs"
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={2} />}
        loading={state.busy !== ''}
        onClick={() => void make()}
      >
        {say('values.fresh', { name })}
      </Button>
      {state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
    </>
  );
}
