/** Tells chat which people have a page open in this process. */
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { presenceTimes } from '#talk/chat/chat.rules.ts';
import { type ChatConnection, closeConnection, keepConnections, openConnection } from '#talk/chat/server/presence.service.ts';
import { type AppParts, contextOf } from '#app/context.ts';

/** `enter` returns what ends the connection. */
export type LivePresence = { enter: (actor: UserActor) => () => void; close: () => void };

export function createPresence(parts: AppParts): LivePresence {
  const open = new Map<string, ChatConnection>();
  const ctx = contextOf(parts, { kind: 'system' });
  // presence is a hint: the next beat repairs what a lost connection to the database left out
  const lost = (error: unknown) => parts.log.debug({ error }, 'presence was not written');
  const beat = setInterval(() => {
    if (open.size > 0) keepConnections(ctx, [...open.values()]).catch(lost);
  }, presenceTimes.keep);
  beat.unref();
  return {
    enter: ({ userId, accountId, scope, impersonator }) => {
      // staff who act for somebody do not make them look present
      if (impersonator !== undefined || !scope.includes('chat.use')) return () => undefined;
      const connection = { id: newId(), userId, accountId };
      open.set(connection.id, connection);
      const opened = openConnection(ctx, connection).catch(lost);
      return () => {
        open.delete(connection.id);
        opened.then(() => closeConnection(ctx, connection.id)).catch(lost);
      };
    },
    close: () => clearInterval(beat),
  };
}
