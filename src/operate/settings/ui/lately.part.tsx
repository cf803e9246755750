import type { SecurityEvent } from '#core/identity/safety.contract.ts';
import { useActionWords } from '#core/audit/ui/blocks/action-words.hook.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

const hueOf = (action: string): string | undefined =>
  /refused|wrong|failed|reused/.test(action)
    ? 'red'
    : /recovery|removed|new-device|reset|off$/.test(action)
      ? 'amber'
      : undefined;

/** The newest events about this person's own sign-in. */
export function Lately({ events }: { events: readonly SecurityEvent[] }) {
  const say = settingsText();
  const words = useActionWords();
  const { can } = useAuth();
  const device = ({ browser, system }: SecurityEvent) =>
    browser !== null && system !== null ? say('lately.device', { browser, system }) : (browser ?? system);
  return (
    <Panel
      flush="flush"
      id="lately"
      title={say('lately.title')}
      aside={
        can('audit.view') && (
          <Link to="/settings?tab=audit&group=identity" className="link small">
            {say('lately.all')}
          </Link>
        )
      }
    >
      {events.length === 0 ? (
        <p className={`small quiet ${s.lately}`}>{say('lately.none')}</p>
      ) : (
        <ol className={s.lately}>
          {events.map((event) => (
            <li key={event.id} data-hue={hueOf(event.action)}>
              <span className="strong">{words(event.action)}</span>
              <span className="tiny quiet">
                <Time at={event.at} />
              </span>
              <span className={`tiny quiet ${s.where}`}>
                <DotLine>
                  {device(event)}
                  {event.address !== null && event.address !== '' && <Ltr>{event.address}</Ltr>}
                </DotLine>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
