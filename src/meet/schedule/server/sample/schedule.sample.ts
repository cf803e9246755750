/** Sample dates: a weekly lesson with an exception, an evening for parents who were invited, and a monthly meeting. */
import type { SampleWorld } from '#kit/server/sample.ts';
import { wallAt } from '#meet/schedule/schedule.rules.ts';
import { cancel } from '#meet/schedule/server/cancelling.service.ts';
import { create } from '#meet/schedule/server/planning.service.ts';

const day = 86_400_000;
const repeating = { every: 1, monthly: 'day', until: null, count: null } as const;

export async function fillSample({ as, school }: SampleWorld): Promise<void> {
  const ctx = as(school.actor);
  const zone = school.actor.timeZone;
  const [first, second = first] = [...school.rooms.values()];
  if (first === undefined || second === undefined) return;
  const start = (days: number, hour: string) => `${wallAt(ctx.now() + days * day).slice(0, 10)}T${hour}`;
  const usual = { description: '', zone, lobbyMinutes: 10, reminderMinutes: 30, invitees: [] };
  const lesson = await create(ctx, {
    ...usual,
    ...{ roomId: first, title: 'Weekly lesson', start: start(1, '09:00'), minutes: 45 },
    repeat: { ...repeating, unit: 'week', days: [] },
  });
  await cancel(ctx, lesson.seriesId, { version: lesson.version, scope: 'this', recurrence: start(15, '09:00') });
  await create(ctx, {
    ...usual,
    ...{
      roomId: second,
      title: 'Parents’ evening',
      description: 'Marks, trips, questions.',
      start: start(4, '19:00'),
      minutes: 90,
    },
    ...{ repeat: null, invitees: ['clara.dubois@example.org', 'tomasz.nowak@example.org', 'priya.nair@example.org'] },
  });
  await create(ctx, {
    ...usual,
    ...{ roomId: first, title: 'Staff meeting', start: start(2, '15:30'), minutes: 60 },
    repeat: { ...repeating, unit: 'month', days: [], monthly: 'weekday' },
  });
}
