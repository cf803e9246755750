import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { endpointLimits } from '../../endpoint/endpoint.rules.ts';
import type { SeenClient } from '../check.rules.ts';
import type { PluginProgram } from '../guides.rules.ts';
import { pluginsText } from './plugins-text.hook.ts';
import s from './plugins.module.css';

/** Kinds under which a program may hide that does not say its name. */
const nameless: readonly string[] = ['unknown', 'script'];
const portOf = (url: URL): string => (url.port !== '' ? url.port : url.protocol === 'http:' ? '80' : '443');

type Props = { name: string; program: PluginProgram; seen: readonly SeenClient[]; url: string };
/** What to look at when a program never called. */
export function NothingSeen({ name, program, seen, url }: Props) {
  const say = pluginsText();
  const time = useTimeText();
  const target = new URL(url);
  const command = `curl ${url}api/`;
  const stranger = program.id === 'other' ? undefined : seen.find((one) => nameless.includes(one.client))?.last;
  return (
    <div className={s.nothing}>
      <p className="small">{say('check.nothing', { name, days: endpointLimits.logDays })}</p>
      <h3 className="small">{say('check.look')}</h3>
      <ul className={s.pitfalls}>
        <li>{say('check.lookSaved')}</li>
        <li>{say('check.lookAddress')}</li>
        <li>
          {say('check.lookWall', { name, host: `\u2066${target.hostname}\u2069`, port: portOf(target) })}
          <span className={s.command}>
            <Ltr mono="mono">{command}</Ltr>
            <CopyButton text={command} look="icon" size="xs" />
          </span>
        </li>
        {stranger !== undefined && (
          <li>
            {say(stranger.outcome === 'answered' ? 'check.lookOther' : 'check.lookRefused', {
              name,
              time: time(stranger.at),
              address: `\u2066${stranger.address}\u2069`,
            })}
          </li>
        )}
      </ul>
    </div>
  );
}
