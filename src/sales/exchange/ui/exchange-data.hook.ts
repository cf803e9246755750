import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { exchangeCalls } from '../exchange.contract.ts';
import type { RateSource } from '../exchange.rules.ts';

/** The part of the contract that these views speak. */
export const exchangeApi = { exchange: exchangeCalls };
export type ExchangeClient = Client<typeof exchangeApi>;

export const stateQuery = ({ exchange }: ExchangeClient) =>
  callQuery({ area: 'admin', name: 'exchange.state', call: exchange.state, input: {} });
/** Which rates are looked at; empty: all. */
export type Looking = { source: RateSource | ''; currency: string };
export const anyRates: Looking = { source: '', currency: '' };
export const ratesQuery = ({ exchange }: ExchangeClient, { source, currency }: Looking, cursor: string | null) =>
  callQuery({
    area: 'admin',
    name: 'exchange.rates',
    call: exchange.rates,
    input: {
      query: {
        ...(source !== '' && { source }),
        ...(currency !== '' && { currency }),
        ...(cursor !== null && { cursor }),
      },
    },
  });

/** Refetches everything about money on the seller's side: claims may have their numbers now. */
export function useExchangeRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}
