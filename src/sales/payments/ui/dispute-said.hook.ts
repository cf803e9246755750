import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { PaymentWhole } from '#sales/billing/payments.contract.ts';
import { areaOf, paymentQuery, paymentsApi } from './payments-data.hook.ts';

/** What follows when something was said: the drawer shows it at once, and the lists hear of it. */
export function useSaid(of: PaymentWhole): (after: PaymentWhole, text: string) => Promise<void> {
  const api = useApi(paymentsApi);
  const queries = useQueryClient();
  const toast = useToast();
  return async (after, text) => {
    queries.setQueryData(paymentQuery(api, 'seller', of.id).queryKey, after);
    toast({ icon: IconSend, text });
    await queries.invalidateQueries({ queryKey: [areaOf('seller')] });
  };
}
