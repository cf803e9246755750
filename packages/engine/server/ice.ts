import { createHmac } from 'node:crypto';
import type { IceServer } from '#protocol/messages.ts';
import type { Engine } from '#server/model.ts';

const TURN_LIFE_S = 24 * 3600;

/**
 * The STUN and TURN servers for one seat. An outside TURN server gets a fixed user, where one is set, else credentials that end by themselves:
 * user name `<end of life, epoch seconds>:<seat>`, password base64(HMAC-SHA1(secret, user name)), as TURN servers with a shared secret expect.
 */
export function iceFor(engine: Engine, seat: string): IceServer[] {
  const { turn } = engine.settings.media;
  const own = engine.media.ice(seat);
  if (turn === null) return own;
  if (turn.user !== null) return [...own, { urls: turn.urls, username: turn.user, credential: turn.secret }];
  const username = `${Math.floor(engine.clock.now() / 1000) + TURN_LIFE_S}:${seat}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [...own, { urls: turn.urls, username, credential }];
}
