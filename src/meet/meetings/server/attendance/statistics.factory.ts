import { type Analytics, analyticsBody, analyticsToken } from '@atrium/bbb/analytics';
import { meetApi, type Stage } from '#meet/meetings/server/meet.factory.ts';

/** Starts a meeting; afterwards its server sends statistics, as often as it is called. */
export async function buildMeetingWithStatistics({ world, fake, owner }: Stage, params: { id: string }) {
  const { meetingId } = await meetApi(world, owner).meetings.start({ params });
  const address = new URL(fake.meetings.get(meetingId)?.request.metadata.get('analytics-callback-url') ?? '');
  const send = async (parts: Partial<Analytics> = {}) => {
    const at = world.clock.now();
    const sent: Analytics = { ...{ name: '', internalMeetingId: '', start: at, finish: at, attendees: [] }, meetingId, ...parts };
    const body: Record<string, unknown> = JSON.parse(analyticsBody(sent));
    const caller = { address: '203.0.113.9', agent: 'engine', bearer: analyticsToken(fake.secret, at) };
    const query = { meeting: meetingId, token: address.searchParams.get('token') ?? '' };
    return meetApi(world, undefined, { caller }).meetings.analyticsCallback({ query, body });
  };
  return { meetingId, send };
}
