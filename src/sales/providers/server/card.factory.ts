/** Card drivers for tests, on the stand-in of the provider. */
import { money } from '#kit/money.ts';
import { type CardProviderFake, startCardProvider } from '../../../../e2e/card-provider/card-provider.ts';
import type { PaymentAsked, PaymentProvider } from '../providers.rules.ts';
import { cardDriver } from './card.service.ts';

export type CardBench = { fake: CardProviderFake; driver: PaymentProvider; now: { ms: number } };

/** 2026-11-22T12:00:00Z, until a test moves it. */
export async function cardBench(): Promise<CardBench> {
  const now = { ms: Date.UTC(2026, 10, 22, 12) };
  const fake = await startCardProvider({ clock: () => now.ms });
  const driver = cardDriver({
    secretKey: fake.key,
    webhookSecrets: ['whsec_new', fake.secret],
    address: fake.url,
    now: () => now.ms,
  });
  return { fake, driver, now };
}

export const paymentAsked = (id: string, minor = 1999n): PaymentAsked => ({
  id,
  invoiceId: `invoice-${id}`,
  accountId: 'account-1',
  amount: money(minor, 'EUR'),
  number: `R-${id}`,
});
