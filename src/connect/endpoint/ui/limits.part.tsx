import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { Ltr, Meter, Panel } from '#kit/ui/bits.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { EndpointView } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';

type EndpointLimit = EndpointView['limits'][number];
const nearly = 0.8;

/** How much of it is used: `near` from 80 %, `full` when nothing is left. */
function pressureOf({ used, max }: EndpointLimit): 'none' | 'near' | 'full' {
  if (used === null || max === null) return 'none';
  if (used >= max) return 'full';
  return used >= max * nearly ? 'near' : 'none';
}

function LimitRow({ limit }: { limit: EndpointLimit }) {
  const say = endpointText();
  const { locale } = useReader();
  const figures = new Intl.NumberFormat(intlTag(locale), { maximumFractionDigits: 2 });
  const { used, max, peak } = limit;
  const word = say(`limits.of.${limit.limit}`);
  const pressure = pressureOf(limit);
  const Mark = pressure === 'full' ? IconCircleX : IconAlertTriangle;
  return (
    <li data-pressure={pressure}>
      <p className={s.limitHead}>
        <span>{word}</span>
        {max === null ? (
          <span>
            <b>{used === null ? '' : figures.format(used)}</b> <span className="quiet">{say('limits.none')}</span>
          </span>
        ) : (
          <Ltr className="num">
            <b>{used === null ? '–' : figures.format(used)}</b> <span className="quiet">/ {figures.format(max)}</span>
          </Ltr>
        )}
      </p>
      {max !== null && <Meter label={word} value={used ?? 0} of={max} />}
      <p className={s.limitFoot}>
        {pressure !== 'none' && (
          <span className={s.pressure}>
            <Mark size={14} stroke={2} />
            {say(`limits.${pressure}`)}
          </span>
        )}
        {peak !== null && <span className="tiny quiet">{say('limits.peak', { peak: figures.format(peak) })}</span>}
      </p>
    </li>
  );
}

/** What of each limit is used now, and the most of it today. */
export function Limits({ limits }: { limits: EndpointView['limits'] }) {
  const say = endpointText();
  return (
    <Panel id="limits" title={say('limits.title')}>
      <ul className={s.limits}>
        {limits.map((limit) => (
          <LimitRow key={limit.limit} limit={limit} />
        ))}
      </ul>
    </Panel>
  );
}
