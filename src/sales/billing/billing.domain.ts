import { defineDomain } from '#kit/domain.ts';

const bills = async () => {
  const [
    { billingCalls },
    { sellerCalls },
    { accountingCalls },
    { invoicesCalls },
    { allInvoicesCalls },
    { payLinkCalls },
    { sendingCalls },
    { comingCalls },
    { billingHandlers, accountingHandlers, invoicesHandlers, allInvoicesHandlers, payLinkHandlers },
    { comingHandlers, sendingHandlers },
  ] = await Promise.all([
    import('./billing.contract.ts'),
    import('./seller.contract.ts'),
    import('./accounting-state.contract.ts'),
    import('./invoices.contract.ts'),
    import('./all-invoices.contract.ts'),
    import('./pay-link.contract.ts'),
    import('./sending.contract.ts'),
    import('./coming.contract.ts'),
    import('./server/billing.routes.ts'),
    import('./server/coming.routes.ts'),
  ]);
  return {
    calls: {
      billing: { ...billingCalls, ...sellerCalls },
      accounting: accountingCalls,
      invoices: invoicesCalls,
      allInvoices: allInvoicesCalls,
      payLink: payLinkCalls,
      coming: comingCalls,
      sending: sendingCalls,
    },
    handlers: {
      billing: billingHandlers,
      accounting: accountingHandlers,
      invoices: invoicesHandlers,
      allInvoices: allInvoicesHandlers,
      payLink: payLinkHandlers,
      coming: comingHandlers,
      sending: sendingHandlers,
    },
  };
};

const payments = async () => {
  const [
    { paymentsCalls, allPaymentsCalls, vendorPaymentsCalls },
    { disputesCalls },
    { manualMethodsCalls, vendorManualMethodsCalls },
    { termsCalls, vendorTermsCalls },
    { paymentsHandlers, allPaymentsHandlers, vendorPaymentsHandlers },
    { disputesHandlers },
    { manualMethodsHandlers },
    { termsHandlers },
  ] = await Promise.all([
    import('./payments.contract.ts'),
    import('./disputes.contract.ts'),
    import('./manual-methods.contract.ts'),
    import('./terms.contract.ts'),
    import('./server/payments.routes.ts'),
    import('./server/disputes.routes.ts'),
    import('./server/manual-methods.routes.ts'),
    import('./server/terms.routes.ts'),
  ]);
  return {
    calls: {
      payments: paymentsCalls,
      allPayments: allPaymentsCalls,
      vendorPayments: vendorPaymentsCalls,
      disputes: disputesCalls,
      manualMethods: manualMethodsCalls,
      vendorManualMethods: vendorManualMethodsCalls,
      terms: termsCalls,
      vendorTerms: vendorTermsCalls,
    },
    handlers: {
      payments: paymentsHandlers,
      allPayments: allPaymentsHandlers,
      vendorPayments: vendorPaymentsHandlers,
      disputes: disputesHandlers,
      manualMethods: manualMethodsHandlers,
      vendorManualMethods: manualMethodsHandlers,
      terms: termsHandlers,
      vendorTerms: termsHandlers,
    },
  };
};

const subscriptions = async () => {
  const [
    { subscriptionsCalls },
    { allSubscriptionsCalls },
    { methodsCalls },
    { passesCalls },
    { objectionsCalls },
    { planMovesCalls },
    { subscriptionsHandlers, allSubscriptionsHandlers, methodsHandlers },
    { passesHandlers },
    { objectionsHandlers },
    { planMovesHandlers },
  ] = await Promise.all([
    import('./subscriptions.contract.ts'),
    import('./all-subscriptions.contract.ts'),
    import('./methods.contract.ts'),
    import('./passes.contract.ts'),
    import('./objections.contract.ts'),
    import('./migrate-version.contract.ts'),
    import('./server/subscriptions.routes.ts'),
    import('./server/passes.routes.ts'),
    import('./server/objections.routes.ts'),
    import('./server/migrate-version.routes.ts'),
  ]);
  return {
    calls: {
      subscriptions: subscriptionsCalls,
      allSubscriptions: allSubscriptionsCalls,
      methods: methodsCalls,
      passes: passesCalls,
      objections: objectionsCalls,
      planMoves: planMovesCalls,
    },
    handlers: {
      subscriptions: subscriptionsHandlers,
      allSubscriptions: allSubscriptionsHandlers,
      methods: methodsHandlers,
      passes: passesHandlers,
      objections: objectionsHandlers,
      planMoves: planMovesHandlers,
    },
  };
};

export const billingDomain = defineDomain({
  name: 'sales/billing',
  server: async () => {
    const [ofBills, ofPayments, ofSubscriptions, { jobs }, { listeners }] = await Promise.all([
      bills(),
      payments(),
      subscriptions(),
      import('./server/billing.jobs.ts'),
      import('./server/billing.events.ts'),
    ]);
    return {
      calls: { ...ofBills.calls, ...ofPayments.calls, ...ofSubscriptions.calls },
      handlers: { ...ofBills.handlers, ...ofPayments.handlers, ...ofSubscriptions.handlers },
      jobs,
      listeners,
    };
  },
  http: [() => import('./server/http/invoice-files.http.ts'), () => import('./server/http/card-events.http.ts')],
  search: () => import('./server/invoices.search.ts'),
  sample: () => import('./server/sample/billing.sample.ts'),
  mailThing: () => import('./server/mail/invoice-thing.service.ts'),
  screens: [
    {
      name: 'purchase-plan',
      path: '/purchase-plan',
      guests: 'same',
      title: 'billing.purchase.title',
      access: 'all',
      asks: 'queries',
      screen: () => import('./ui/purchase.screen.tsx'),
    },
    {
      name: 'my-subscriptions',
      path: '/my-subscriptions',
      title: 'billing.plan.title',
      access: 'subscriptions.view',
      screen: () => import('./ui/subscription.screen.tsx'),
    },
    { name: 'invoices', path: '/invoices', title: 'billing.invoices.title', access: 'invoices.view' },
    { name: 'invoice', path: '/invoices/{id}', title: 'billing.invoices.oneTitle', access: 'invoices.view' },
    { name: 'all-invoices', path: '/all-invoices', title: 'billing.invoices.allTitle', access: 'invoices.manage' },
    { name: 'invoice-new', path: '/all-invoices/new', title: 'billing.invoices.newTitle', access: 'invoices.manage' },
    { name: 'invoice-of-all', path: '/all-invoices/{id}', title: 'billing.invoices.oneTitle', access: 'invoices.manage' },
  ],
  navigation: [
    {
      path: '/my-subscriptions',
      word: 'plan',
      icon: 'card',
      group: 'billing',
      place: 10,
      tabs: ['/my-subscriptions', '/invoices'],
    },
    { path: '/all-invoices', word: 'allInvoices', icon: 'invoice', group: 'billing', place: 20 },
  ],
});
