import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useSizeText } from './recording-words.hook.ts';
import { recordingsApi } from './recordings-api.hook.ts';
import { retentionQuery, storageQuery } from './recordings-data.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

const RetentionDialog = loadable(async () => (await import('./retention-dialog.part.tsx')).RetentionDialog);

/** Days left from which on a warning says that storage runs out. */
const soon = 60;
const parts = ['published', 'unpublished', 'bin'] as const;

/** How long the account keeps recordings; who may set that, does it here. */
function Rule() {
  const say = recordingsText();
  const { can } = useAuth();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  const { data: rule } = useQuery(retentionQuery(useApi(recordingsApi)));
  if (rule === undefined) return null;
  return (
    <div className={`small ${s.rule}`}>
      <span className="soft">{rule.days === null ? say('storage.forever') : say('storage.keep', { days: rule.days })}</span>
      {can('recordings.manage') && (
        <Button size="xs" variant="subtle" onClick={() => setOpen('open')}>
          {say('storage.change')}
        </Button>
      )}
      <Suspense>{open === 'open' && <RetentionDialog rule={rule} onClose={() => setOpen('closed')} />}</Suspense>
    </div>
  );
}

/** How much room recordings take. It stands first, because it runs out. */
export function StorageBar() {
  const say = recordingsText();
  const size = useSizeText();
  const { data } = useQuery(storageQuery(useApi(recordingsApi)));
  if (data === undefined) return null;
  const used = data.published + data.unpublished + data.bin;
  const whole = Math.max(data.max ?? used, used, 1);
  return (
    <section className={s.storage} aria-label={say('storage.label')}>
      <p className="small">
        <span className="strong">
          {data.max === null
            ? say('storage.used', { used: size(used) })
            : say('storage.usedOf', { used: size(used), max: size(data.max) })}
        </span>
        {data.daysLeft !== null && data.daysLeft < soon && (
          <span className={s.soon}>{say('storage.daysLeft', { count: Math.floor(data.daysLeft) })}</span>
        )}
      </p>
      <ul className={s.legend}>
        {parts.map((part) => (
          <li key={part} data-part={part}>
            {say(`storage.${part}`)} <span className="quiet">{size(data[part])}</span>
          </li>
        ))}
      </ul>
      <div className={s.bar} aria-hidden="true">
        {parts.map((part) => (
          <span key={part} data-part={part} style={cssVars({ '--part': `${(data[part] / whole) * 100}%` })} />
        ))}
      </div>
      <Rule />
    </section>
  );
}
