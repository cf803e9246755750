import { Button } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { Switches, SwitchRow } from '#kit/ui/form/form-parts.tsx';
import { useDurationText, useTimeText } from '#kit/ui/time.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { MeetingDetail } from '../meetings.contract.ts';
import { extensions } from '../meetings.rules.ts';
import { steerText } from './steer-text.hook.ts';
import { type MeetingSteering, useSteer } from './steer.hook.ts';
import s from './console.module.css';

type SteeringState = NonNullable<MeetingDetail['steering']>;
type Props = { meeting: MeetingDetail; steering: SteeringState };
const lockNames = ['mic', 'cam', 'chat'] as const;

/** Until when it lasts, and how much may be added. */
function End({ meeting, steering, desk }: Props & { desk: MeetingSteering }) {
  const say = steerText();
  const time = useTimeText();
  const duration = useDurationText();
  const { maxMinutes } = meeting.limits;
  if (maxMinutes === null) return <p className="small quiet">{say('steer.noEnd')}</p>;
  const ends = (meeting.startedAt ?? meeting.createdAt) + maxMinutes * 60_000;
  const { mostMinutes } = steering;
  const left = mostMinutes === null ? Number.POSITIVE_INFINITY : mostMinutes - maxMinutes;
  return (
    <>
      <p className="small">
        {say('steer.ends', { time: time(ends, 'time') })}
        {mostMinutes !== null && <span className="quiet"> {say('steer.most', { time: duration(mostMinutes) })}</span>}
      </p>
      {steering.live && left > 0 && (
        <div className={s.more}>
          {extensions
            .filter((minutes, i) => i === 0 || minutes <= left)
            .map((minutes) => (
              <Button
                key={minutes}
                size="xs"
                variant="default"
                loading={desk.busy === `more ${minutes}`}
                onClick={() => void desk.steer(`more ${minutes}`, { addMinutes: minutes })}
              >
                {say('steer.more', { time: duration(Math.min(minutes, left)) })}
              </Button>
            ))}
        </div>
      )}
    </>
  );
}

/** What people who lead a running meeting change from outside: its end, who comes in, what participants may do. */
export function SteeringPanel({ meeting, steering }: Props) {
  const say = steerText();
  const desk = useSteer(meeting.id);
  const { locks } = steering;
  return (
    <Panel id="steering" title={say('steer.title')}>
      <div className={s.steering}>
        <End meeting={meeting} steering={steering} desk={desk} />
        <Switches>
          <SwitchRow
            id="lock-entry"
            label={say('steer.entry')}
            hint={say('steer.entryHint')}
            checked={desk.wanted['entry'] ?? steering.entryLocked}
            onChange={({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
              void desk.steer('entry', { entryLocked: checked }, { on: checked })
            }
          />
          {locks !== null &&
            lockNames.map((name) => (
              <SwitchRow
                key={name}
                id={`lock-${name}`}
                label={say(`steer.${name}`)}
                checked={desk.wanted[name] ?? locks[name]}
                onChange={({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
                  void desk.steer(name, { locks: { [name]: checked } }, { on: checked })
                }
              />
            ))}
        </Switches>
        {!steering.live && <p className="small quiet">{say('steer.notHere')}</p>}
        {desk.trouble !== '' && (
          <p className={s.trouble} role="alert">
            <WithWayOut>{desk.trouble}</WithWayOut>
          </p>
        )}
      </div>
    </Panel>
  );
}
