import { IconArchive, IconCircleDashed, IconTool } from '@tabler/icons-react';
import { StatusShape } from '#kit/ui/status-shape.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { ServerItem } from '../server-views.contract.ts';
import { reasonWord } from './server-words.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

type Props = { server: ServerItem; look: 'pill' | 'plain' };

/** What an operator said of it comes first, then how it is. */
export function ServerStatus({ server, look }: Props) {
  const say = serversText();
  if (server.state === 'retired') return <StatusShape hue="grey" icon={IconArchive} look={look} word={say('state.retired')} />;
  if (server.state !== 'enabled') return <Status of={server.state} look={look} />;
  if (server.health === 'offline') return <Status of="unreachable" look={look} />;
  if (server.inMaintenance) return <StatusShape hue="amber" icon={IconTool} look={look} word={say('state.maintenance')} />;
  if (server.health === 'degraded') return <Status of="strained" look={look} />;
  if (server.health === 'healthy') return <Status of="healthy" look={look} />;
  return <StatusShape hue="grey" icon={IconCircleDashed} look={look} word={say('health.unknown')} />;
}

/** The reason of its state, or nothing when there is none to give. */
export function useStateReason(): (server: ServerItem) => string | null {
  const say = serversText();
  const time = useTimeText();
  const { now } = useReader();
  return (server) => {
    if (server.state === 'draining') return say('reason.left', { count: server.meetings });
    if (server.state !== 'enabled') return server.stateReason === null ? null : reasonWord(say, server.stateReason);
    if (server.health === 'offline') {
      const why = server.healthReason ?? 'unreachable';
      return why === 'unreachable' && server.answeredAt !== null
        ? say('reason.silent', { time: time(server.answeredAt, server.answeredAt > now - 86_400_000 ? 'time' : 'near') })
        : reasonWord(say, why);
    }
    const window = server.inMaintenance ? server.maintenance.find((one) => one.from <= now && now < one.to) : undefined;
    if (window !== undefined) return say('reason.until', { time: time(window.to) });
    return server.healthReason === null ? null : reasonWord(say, server.healthReason);
  };
}

export function StateCell({ server }: { server: ServerItem }) {
  const reason = useStateReason()(server);
  return (
    <span className={s.two}>
      <ServerStatus server={server} look="plain" />
      {reason !== null && <span className="tiny quiet">{reason}</span>}
    </span>
  );
}
