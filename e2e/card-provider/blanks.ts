/** What every object of a kind has before anything is known of it. `shapes/` holds it to the published description. */
import type { Json } from './store.ts';

type Fields = Record<string, Json>;
const nothing = (names: string): Fields => Object.fromEntries(names.split(' ').map((name) => [name, null]));
const address = nothing('city country line1 line2 postal_code state');
const person = { ...nothing('email name phone tax_id'), address };

const intent: Fields = {
  livemode: false,
  payment_method_types: ['card'],
  ...nothing('allowed_payment_method_types application automatic_payment_methods cancellation_reason client_secret customer'),
  ...nothing('description excluded_payment_method_types next_action on_behalf_of payment_method'),
  ...nothing('payment_method_configuration_details payment_method_options'),
};
const evidence: Fields = {
  ...nothing('access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal'),
  ...nothing('customer_communication customer_email_address customer_name customer_purchase_ip customer_signature'),
  ...nothing('duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt'),
  ...nothing('refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation'),
  ...nothing('shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number'),
  ...nothing('uncategorized_file uncategorized_text'),
  enhanced_evidence: {},
};

export const blanks: Readonly<Record<string, Fields>> = {
  charge: {
    livemode: false,
    amount_refunded: 0,
    billing_details: person,
    calculated_statement_descriptor: 'STAND-IN',
    captured: true,
    disputed: false,
    paid: true,
    refunded: false,
    ...nothing('application application_fee application_fee_amount balance_transaction customer description'),
    ...nothing('failure_balance_transaction failure_code failure_message fraud_details on_behalf_of outcome payment_intent'),
    ...nothing('payment_method payment_method_details receipt_email receipt_number receipt_url review shipping source'),
    ...nothing('source_transfer statement_descriptor statement_descriptor_suffix transfer_data transfer_group'),
    refunds: {},
  },
  'checkout.session': {
    livemode: false,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: {},
    payment_method_types: ['card'],
    payment_method_collection: 'if_required',
    phone_number_collection: {},
    shipping_options: [],
    ...nothing('adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types amount_subtotal'),
    ...nothing('amount_total billing_address_collection cancel_url client_reference_id client_secret collected_information'),
    ...nothing('consent consent_collection currency currency_conversion customer customer_account customer_creation'),
    ...nothing('customer_details customer_email discounts integration_identifier invoice invoice_creation locale'),
    ...nothing('managed_payments origin_context payment_intent payment_link payment_method_configuration_details'),
    ...nothing('payment_method_options permissions recovered_from saved_payment_method_options setup_intent'),
    ...nothing('shipping_address_collection shipping_cost submit_type subscription success_url total_details url wallet_options'),
  },
  customer: {
    livemode: false,
    balance: 0,
    delinquent: false,
    invoice_prefix: 'STANDIN',
    invoice_settings: nothing('custom_fields default_payment_method footer rendering_options'),
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...nothing('address currency default_source description discount email name phone shipping test_clock'),
  },
  dispute: {
    livemode: false,
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence,
    is_charge_refundable: false,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    ...nothing('intended_submission_method payment_intent'),
  },
  event: { livemode: false },
  file: { expires_at: null, title: null, type: null, url: null, links: {} },
  payment_intent: {
    ...intent,
    amount_capturable: 0,
    amount_details: {},
    amount_received: 0,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    ...nothing('application_fee_amount canceled_at customer_account last_payment_error latest_charge managed_payments'),
    ...nothing('payment_record processing receipt_email review setup_future_usage shipping source statement_descriptor'),
    ...nothing('statement_descriptor_suffix transfer_data transfer_group'),
  },
  payment_method: {
    livemode: false,
    allow_redisplay: 'unspecified',
    billing_details: person,
    customer: null,
    customer_account: null,
  },
  refund: {
    destination_details: {},
    ...nothing('balance_transaction charge customer customer_account payment_intent payment_method reason'),
    ...nothing('receipt_number source_transfer_reversal transfer_reversal'),
  },
  setup_intent: {
    ...intent,
    flow_directions: null,
    ...nothing('last_setup_error latest_attempt mandate single_use_mandate'),
  },
};
