/** Which payment providers this installation has. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { PaymentProvider } from '../providers.rules.ts';
import { cardDriver } from './card.service.ts';

/** Null without a key: then plans are sold by bank transfer. */
export function cardProvider({ config, now }: Pick<Ctx, 'config' | 'now'>): PaymentProvider | null {
  const { stripeSecretKey, stripeWebhookSecrets, stripeAddress } = config;
  if (stripeSecretKey === null || stripeSecretKey === undefined) return null;
  return cardDriver({ secretKey: stripeSecretKey, webhookSecrets: stripeWebhookSecrets, address: stripeAddress, now });
}
