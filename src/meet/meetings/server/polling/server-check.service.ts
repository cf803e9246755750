/** What a server says to a question that holds nothing of a customer's; its health is judged by that and by nothing else. */
import type { Ctx } from '#kit/server/ctx.ts';
import { askServer, report, type ServerRow } from '#meet/servers/server/servers.service.ts';
import type { ServerHealth } from '#meet/servers/servers.rules.ts';
import { meetingLimits } from '#meet/meetings/meetings.rules.ts';

/** `failed`: why it did not answer, a code as in `Asked`; null when it did. `health`: what follows. */
export type CheckedServer = { failed: string | null; health: ServerHealth };

/** Asks the server for its meetings and reports what came of it. */
export async function checkServer(ctx: Ctx, server: ServerRow): Promise<CheckedServer> {
  const asked = await askServer(ctx, server);
  const failed = 'failed' in asked ? asked.failed : null;
  const news = 'failed' in asked ? { failed: asked.failed } : { answered: asked.answered };
  return { failed, health: await report(ctx, { serverId: server.id, ...news }) };
}

/** `lost`: the server is offline by now, or said nothing twice with a moment between: it may just have been taking a breath. */
export async function isServerLost(ctx: Ctx, server: ServerRow): Promise<'lost' | 'answers'> {
  const first = await checkServer(ctx, server);
  if (first.failed === null) return 'answers';
  if (first.health === 'offline') return 'lost';
  await new Promise<void>((resolve) => setTimeout(resolve, meetingLimits.askAgainAfter));
  return (await checkServer(ctx, server)).failed === null ? 'answers' : 'lost';
}
