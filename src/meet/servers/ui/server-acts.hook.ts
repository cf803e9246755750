import { IconDroplet, IconPlayerPause, IconRefresh, IconUsers, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { ServerItem } from '../server-views.contract.ts';
import { leadsOn } from '../servers.rules.ts';
import { serversApi, useServersRefresh } from './servers-data.hook.ts';
import { useServerName } from './blocks/server-name.hook.ts';
import { type ServersSay, serversText } from './servers-text.hook.ts';

export const acts = ['check', 'enable', 'drain', 'disable', 'retire', 'forget', 'panic'] as const;
export type ServerAct = (typeof acts)[number];

/** What may be done with a server as it stands; the server side decides again. */
export function mayAct(act: ServerAct, server: ServerItem): boolean {
  if (act === 'check' || act === 'panic') return server.state !== 'retired';
  if (act === 'forget')
    return (
      server.kind !== 'engine' && (server.state === 'retired' || (server.state === 'disabled' && server.answeredAt === null))
    );
  return leadsOn(act, server.state);
}

function questionOf(say: ServersSay, act: ServerAct, server: ServerItem): Parameters<ReturnType<typeof useAsk>>[0] | null {
  const { name, people, meetings } = server;
  const safe = say('ask.safe');
  const facts = [
    { id: 'people', icon: IconUsers, text: say('ask.panicPeople', { count: people }) },
    { id: 'meetings', icon: IconVideo, text: say('ask.panicMeetings', { count: meetings }) },
    { id: 'disabled', icon: IconPlayerPause, text: say('ask.panicDisabled') },
  ];
  if (act === 'panic') return { title: say('ask.panicTitle', { name }), facts, verb: say('ask.panicVerb'), safe, typeName: name };
  if (act === 'retire')
    return { title: say('ask.retireTitle', { name }), lead: say('ask.retireLead'), verb: say('ask.retireVerb'), safe };
  if (act === 'forget')
    return {
      title: say('ask.forgetTitle', { name }),
      lead: say('ask.forgetLead'),
      verb: say('ask.forgetVerb'),
      safe,
      typeName: name,
    };
  // an empty server is taken out without a word: it can be let in again
  if (act === 'disable' && meetings > 0)
    return { title: say('ask.disableTitle', { name }), lead: say('ask.disableLead'), verb: say('ask.disableVerb'), safe };
  return null;
}

export type ServerActing = { run: (act: ServerAct) => void; busy: ServerAct | null; trouble: string; outcome: string };

/** Runs what an operator does with a server: asks first where something is lost, tells how it went. */
export function useServerActs(server: ServerItem, onGone: () => void = () => {}): ServerActing {
  const say = serversText();
  const nameOf = useServerName();
  const api = useApi(serversApi);
  const ask = useAsk();
  const toast = useToast();
  const refresh = useServersRefresh();
  const failureText = useFailureText(say);
  const [busy, setBusy] = useState<ServerAct | null>(null);
  const [trouble, setTrouble] = useState('');
  const [outcome, setOutcome] = useState('');
  const input = { params: { id: server.id } };
  const send = async (act: ServerAct): Promise<void> => {
    if (act === 'panic') {
      const { ended, of } = await api.servers.panic({ ...input, body: { name: server.name } });
      setOutcome(say('drawer.ended', { ended, of }));
    } else if (act === 'forget') await api.servers.forget(input);
    else await api.servers[act](input);
    if (act === 'check') toast({ icon: IconRefresh, text: say('action.checked', { name: nameOf(server.name) }) });
    const undo = async () => {
      await api.servers.enable(input);
      await refresh();
    };
    if (act === 'drain') toast({ icon: IconDroplet, text: say('action.done', { name: nameOf(server.name) }), undo });
  };
  const told = (error: unknown) => {
    const reason = error instanceof Failure && error.code === 'not_possible' ? error.data['reason'] : undefined;
    return (typeof reason === 'string' ? say.maybe(`notPossible.${reason}`) : null) ?? failureText(error);
  };
  const start = async (act: ServerAct) => {
    const question = questionOf(say, act, server);
    if (question !== null && !(await ask(question))) return;
    setBusy(act);
    setTrouble('');
    setOutcome('');
    try {
      await send(act);
      await refresh();
      if (act === 'forget' || act === 'retire') onGone();
    } catch (error) {
      setTrouble(told(error));
    } finally {
      setBusy(null);
    }
  };
  return { run: (act) => void start(act), busy, trouble, outcome };
}
