/** Card payments and the checking of VAT numbers, as the environment names them. */
import { optional, row } from './config-row.ts';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Another address than the provider's own is only for trying out, on this machine. */
function onThisMachine(given: string | undefined): string | null {
  if (given === undefined) return null;
  const url = URL.parse(given);
  if (url === null || url.protocol !== 'http:' || !loopback.test(url.hostname))
    throw new Error('must be an address on this machine, such as http://127.0.0.1:12111; it is for trying out');
  return url.origin;
}
const secrets = (given: string | undefined): string[] =>
  given === undefined ? [] : given.split(',').flatMap((one) => (one.trim() === '' ? [] : one.trim()));
const serviceOr =
  (standard: string) =>
  (given: string | undefined): string => {
    const url = URL.parse(given ?? standard);
    if (url === null || (url.protocol !== 'https:' && !loopback.test(url.hostname)))
      throw new Error('must be an address that begins with https');
    return url.href.replace(/(?<!\/)\/+$/, '');
  };
const [vies, ecb] = ['https://ec.europa.eu/taxation_customs/vies/rest-api', 'https://www.ecb.europa.eu/stats/eurofxref'];

export const moneyConfig = {
  stripePublishableKey: row({
    env: 'STRIPE_PUBLISHABLE_KEY',
    about: 'Publishable key of card payments, told to the browser.',
    standard: 'none',
    read: optional,
  }),
  stripeSecretKey: row({
    env: 'STRIPE_SECRET_KEY',
    about: 'Secret key of card payments. Not set: plans are sold by bank transfer alone.',
    standard: 'none',
    secret: true,
    read: optional,
  }),
  stripeWebhookSecrets: row({
    env: 'STRIPE_WEBHOOK_SECRETS',
    about:
      'Signing secret of the events that Stripe sends to /api/providers/card/events; while one is changed, both with a comma between.',
    standard: 'none',
    secret: true,
    read: secrets,
  }),
  stripeAddress: row({
    env: 'STRIPE_ADDRESS',
    about: 'Where a stand-in for Stripe listens on this machine, for trying out; refused for keys that begin with sk_live_.',
    standard: 'Stripe itself',
    read: onThisMachine,
  }),
  vatCheckAddress: row({
    env: 'VAT_CHECK_ADDRESS',
    about: 'The service that checks VAT numbers.',
    standard: vies,
    read: serviceOr(vies),
  }),
  exchangeRatesAddress: row({
    env: 'EXCHANGE_RATES_ADDRESS',
    about: 'Where the exchange rates of the European Central Bank are, asked only once they are turned on in the settings.',
    standard: ecb,
    read: serviceOr(ecb),
  }),
};
