import { defineDomain } from '#kit/domain.ts';

export const scheduleDomain = defineDomain({
  name: 'meet/schedule',
  server: async () => {
    const [{ scheduleCalls }] = await Promise.all([import('./schedule.contract.ts')]);
    return { calls: { schedule: scheduleCalls } };
  },
});
