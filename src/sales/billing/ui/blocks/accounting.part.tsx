import { useSuspenseQuery } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { ExchangeRates, exchangeNeeds } from '#sales/exchange/ui/blocks/exchange.part.tsx';
import { accountingCalls } from '../../accounting-state.contract.ts';
import { invoiceText } from './invoice-text.hook.ts';

const accountingApi = { accounting: accountingCalls };
const accountingQuery = ({ accounting }: Client<typeof accountingApi>) =>
  callQuery({ area: 'admin', name: 'accounting.state', call: accounting.state, input: {} });

/** What is missing: claims that wait, currencies without a rate, and invoices that went without. */
function Missing() {
  const say = invoiceText();
  const { data } = useSuspenseQuery(accountingQuery(useApi(accountingApi)));
  const { currency, by, waiting, without, missing } = data;
  const settings = (
    <Link className="link" to="/settings?tab=payment">
      {say('rate.change')}
    </Link>
  );
  if (currency === null)
    return (
      <Banner hue="blue" action={settings}>
        {say('rate.off')}
      </Banner>
    );
  return (
    <>
      <Banner hue="blue" action={settings}>
        {say(by === 'decided' ? 'rate.decided' : 'rate.byCountry', { currency })}
      </Banner>
      {waiting > 0 && (
        <Banner
          hue="red"
          action={
            <Link className="link" to="/all-invoices?state=pending_tax">
              {say('rate.show')}
            </Link>
          }
        >
          {say('rate.waiting', { count: waiting })}
        </Banner>
      )}
      {missing.length > 0 && <Banner hue="amber">{say('rate.missing', { currency, list: missing.join(', ') })}</Banner>}
      {without > 0 && by === 'country' && <Banner hue="amber">{say('rate.without', { count: without, currency })}</Banner>}
    </>
  );
}

/** What the tab is shown with. */
export const ratesNeeds = (context: LoadContext): readonly Promise<unknown>[] => [
  ...exchangeNeeds(context),
  context.queries.ensureQueryData(accountingQuery(context.api(accountingApi))),
];
/** Exchange rates, with what they are missing for. */
export function Rates() {
  return (
    <ExchangeRates>
      <Missing />
    </ExchangeRates>
  );
}
