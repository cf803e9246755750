import { Panel } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import { type StatusState, Status, states } from '#kit/ui/status.tsx';
import { useServerName } from '#meet/servers/ui/blocks/server-name.hook.ts';
import type { OperatorDashboard } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import { countStates, fullness, serverStatus } from './server-status.hook.ts';
import s from './dashboard.module.css';

type DashboardServer = NonNullable<OperatorDashboard['servers']>[number];

const hueOf = (state: StatusState | null): string => (state === null ? 'grey' : states[state].hue);

/** One server as a vessel that fills: its colour says whether somebody has to look. */
function Tile({ server, part }: { server: DashboardServer; part: number }) {
  const say = dashboardText();
  const nameOf = useServerName();
  const state = serverStatus(server);
  return (
    <li>
      <Link to={`/servers?server=${server.id}`} className={s.tile} data-hue={hueOf(state)}>
        <span className={s.vessel} style={cssVars({ '--full': `${Math.round(part * 100)}%` })} aria-hidden="true" />
        <bdi className={s.tileName} title={nameOf(server.name)}>
          {nameOf(server.name)}
        </bdi>
        <span className="hidden">
          {state === null ? say('servers.unknown') : <Status of={state} look="plain" />}
          {`, ${say('servers.meetings')}: ${server.meetings}, ${say('servers.people')}: ${server.people}`}
        </span>
      </Link>
    </li>
  );
}

/** The pool at one look: a tile for each server, how many are in each state, and why those that are in trouble are. */
export function Servers({ servers }: { servers: readonly DashboardServer[] }) {
  const say = dashboardText();
  const people = servers.reduce((sum, one) => sum + one.people, 0);
  const busiest = Math.max(0, ...servers.map((one) => one.people));
  return (
    <Panel
      id="servers"
      title={say('servers.title')}
      aside={
        servers.length > 0 && (
          <Link to="/meetings" className="link small">
            {say('operator.livePeople', { count: people })}
          </Link>
        )
      }
    >
      {servers.length === 0 ? (
        <p className="small quiet">{say('servers.none')}</p>
      ) : (
        <>
          <ul className={s.tiles}>
            {servers.map((one) => (
              <Tile key={one.id} server={one} part={fullness(one, busiest)} />
            ))}
          </ul>
          <p className={s.tileStates}>
            {countStates(servers).map(({ state, count }) =>
              state === null ? (
                <span key="unknown" className="quiet">
                  <DotLine>
                    {say('servers.unknown')}
                    {count}
                  </DotLine>
                </span>
              ) : (
                <Status key={state} of={state} look="plain">
                  {count}
                </Status>
              ),
            )}
          </p>
          {servers
            .filter((one) => one.reason !== null)
            .map((one) => (
              <p key={one.id} className={`tiny quiet ${s.reason}`}>
                <bdi>{one.name}</bdi>: {say('servers.reason', { reason: one.reason ?? '' })}
              </p>
            ))}
        </>
      )}
    </Panel>
  );
}
