import { Button } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconRepeat,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { SignSheet } from '#kit/ui/table/row-signs.tsx';
import { type StatusState, Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { Webhook } from '../../webhooks.contract.ts';
import { webhooksText } from '../webhooks-text.hook.ts';
import s from '../webhooks.module.css';
import { SentLog } from '../sent-log.part.tsx';
import { useWebhooks, webhooksQuery } from './webhooks-query.hook.ts';

const WebhookDialog = loadable(async () => (await import('../webhook-dialog.part.tsx')).WebhookDialog);
const SecretDialog = loadable(async () => (await import('../webhook-dialog.part.tsx')).SecretDialog);
const SentDialog = loadable(async () => (await import('../sent-dialog.part.tsx')).SentDialog);

const stateOf = { on: 'active', off: 'disabled', failed: 'failed' } as const satisfies Record<Webhook['state'], StatusState>;
const week = 7 * 86_400_000;

type WebhookDialogState =
  | { kind: 'form'; webhook: Webhook | null }
  | { kind: 'secret'; name: string; secret: string }
  | { kind: 'sent'; id: string };

function Row({ webhook, acts }: { webhook: Webhook; acts: ReturnType<typeof useActs> }) {
  const say = webhooksText();
  const when = useTimeText();
  const { name, url, events, state, failingSince, lastTakenAt, oldEndsAt } = webhook;
  const facts = [
    events.length === 0 ? say('hooks.all') : say('hooks.some', { count: events.length }),
    failingSince !== null
      ? say('hooks.failing', { when: when(failingSince, 'full') })
      : lastTakenAt === null
        ? say('hooks.never')
        : say('hooks.taken', { when: when(lastTakenAt) }),
    ...(oldEndsAt === null ? [] : [say('hooks.overlap', { when: when(oldEndsAt, 'full') })]),
  ];
  return (
    <li data-webhook={state}>
      <span className={s.text}>
        <span className={s.name}>
          <bdi className="strong">{name}</bdi>
          <Status of={stateOf[state]} />
        </span>
        <Ltr mono="mono" className="tiny">
          {url}
        </Ltr>
        <span className="tiny quiet">
          <DotLine>{facts}</DotLine>
        </span>
      </span>
      <span className={s.tail}>
        <Button size="xs" loading={acts.busy === `test ${webhook.id}`} onClick={() => void acts.test(webhook)}>
          {say('hooks.test')}
        </Button>
        <RowMenu label={say('hooks.more', { name })}>
          {() => (
            <>
              <MenuItem
                leftSection={<IconPencil size={16} stroke={1.75} />}
                onClick={() => acts.setOpen({ kind: 'form', webhook })}
              >
                {say('hooks.edit')}
              </MenuItem>
              <MenuItem
                leftSection={
                  state === 'on' ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />
                }
                onClick={() => void acts.turn(webhook)}
              >
                {say(state === 'on' ? 'hooks.turnOff' : 'hooks.turnOn')}
              </MenuItem>
              <MenuItem leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => void acts.rotate(webhook)}>
                {say('hooks.rotate')}
              </MenuItem>
              <MenuItem leftSection={<IconRepeat size={16} stroke={1.75} />} onClick={() => void acts.replay(webhook)}>
                {say('hooks.replay')}
              </MenuItem>
              <MenuDivider />
              <MenuItem data-danger leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void acts.remove(webhook)}>
                {say('hooks.remove')}
              </MenuItem>
            </>
          )}
        </RowMenu>
      </span>
    </li>
  );
}

/** What can be done with a webhook; the screen reloads its data after each action. */
function useActs() {
  const say = webhooksText();
  const api = useWebhooks();
  const ask = useAsk();
  const toast = useToast();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [open, setOpen] = useState<WebhookDialogState | null>(null);
  const [{ busy, trouble }, setState] = useState({ busy: '', trouble: '' });
  const work = async (what: string, deed: () => Promise<void>) => {
    setState({ busy: what, trouble: '' });
    try {
      await deed();
      setState({ busy: '', trouble: '' });
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
    await queries.invalidateQueries({ queryKey: ['user'] });
  };
  const of = ({ id }: Webhook) => ({ params: { id } });
  return {
    open,
    setOpen,
    busy,
    trouble,
    test: (one: Webhook) => work(`test ${one.id}`, async () => setOpen({ kind: 'sent', id: (await api.test(of(one))).id })),
    turn: (one: Webhook) =>
      work('turn', async () => void (await api.edit({ ...of(one), body: { state: one.state === 'on' ? 'off' : 'on' } }))),
    rotate: async (one: Webhook) => {
      const yes = await ask({
        title: say('ask.rotate', { name: one.name }),
        lead: say('ask.rotateLead'),
        verb: say('hooks.rotate'),
        safe: say('ask.safe'),
      });
      if (yes)
        await work('rotate', async () => {
          const { secret } = await api.rotate({ ...of(one), body: {} });
          setOpen({ kind: 'secret', name: one.name, secret });
        });
    },
    replay: async (one: Webhook) => {
      const yes = await ask({
        title: say('ask.replay', { name: one.name }),
        lead: say('ask.replayLead'),
        verb: say('hooks.replay'),
        safe: say('ask.safe'),
      });
      if (yes)
        await work('replay', async () => {
          const { sent } = await api.replay({ ...of(one), body: { from: Date.now() - week, to: Date.now() } });
          toast({ icon: IconRepeat, text: say('hooks.replayed', { count: sent }) });
        });
    },
    remove: async (one: Webhook) => {
      const yes = await ask({
        title: say('ask.remove', { name: one.name }),
        lead: say('ask.removeLead'),
        verb: say('hooks.remove'),
        safe: say('ask.safe'),
      });
      if (yes) await work('remove', async () => void (await api.remove(of(one))));
    },
  };
}

/** The addresses that hear of events, and the log of all that was sent. */
export function Webhooks() {
  const say = webhooksText();
  const { data } = useSuspenseQuery(webhooksQuery(useWebhooks()));
  const acts = useActs();
  const { open, setOpen } = acts;
  const full = data.max !== null && data.items.length >= data.max;
  const add = (
    <Button
      variant="filled"
      className={s.add ?? ''}
      disabled={full}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setOpen({ kind: 'form', webhook: null })}
    >
      {say('hooks.add')}
    </Button>
  );
  return (
    <div className={s.col}>
      <SignSheet />
      <Panel flush="flush" id="webhooks" title={say('hooks.title')} aside={data.items.length > 0 && add}>
        {acts.trouble !== '' && (
          <div className={s.pad}>
            <Banner hue="red">{acts.trouble}</Banner>
          </div>
        )}
        {data.items.length === 0 ? (
          <div className={s.rows}>
            <div className={s.fields} style={{ justifyItems: 'center', textAlign: 'center', padding: '8px 16px 24px' }}>
              <IconWebhook size={32} stroke={1.5} />
              <p className="soft">{say('hooks.empty')}</p>
              {add}
            </div>
          </div>
        ) : (
          <ul className={s.rows}>
            {data.items.map((one) => (
              <Row key={one.id} webhook={one} acts={acts} />
            ))}
          </ul>
        )}
        <p className={`tiny quiet ${s.foot}`}>{full ? say('hooks.full', { max: data.max ?? 0 }) : say('hooks.foot')}</p>
      </Panel>
      <SentLog webhooks={data.items} onOpen={(id) => setOpen({ kind: 'sent', id })} />
      <Suspense>
        {open?.kind === 'form' && (
          <WebhookDialog
            webhook={open.webhook}
            onClose={() => setOpen(null)}
            onMade={(made) => setOpen(made === null ? null : { kind: 'secret', name: made.webhook.name, secret: made.secret })}
          />
        )}
        {open?.kind === 'secret' && <SecretDialog name={open.name} secret={open.secret} onClose={() => setOpen(null)} />}
        {open?.kind === 'sent' && <SentDialog key={open.id} id={open.id} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  );
}
