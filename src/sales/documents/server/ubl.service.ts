/** Invoice and CreditNote of UBL 2.1 (OASIS) as EN 16931 uses them; the order of the elements is that of its schemas. */
import { type Money, toDecimal } from '#kit/money.ts';
import {
  type DayRange,
  documentCodes,
  forXml,
  hasXml,
  type InvoiceDocument,
  type InvoiceLine,
  type Party,
  type PaymentInstructions,
  paymentCodes,
  percentText,
  specifications,
  type VatCategory,
  type VatGroup,
} from '../documents.rules.ts';
import { branch, leaf, type Xml, xmlFile } from './xml.service.ts';

const urn = 'urn:oasis:names:specification:ubl:schema:xsd';
const prefixes = {
  'xmlns:cac': `${urn}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${urn}:CommonBasicComponents-2`,
} as const;

const invoice = {
  root: 'Invoice',
  type: 'cbc:InvoiceTypeCode',
  line: 'cac:InvoiceLine',
  quantity: 'cbc:InvoicedQuantity',
} as const;
/** What is called otherwise in an invoice than in a credit note. */
const names = {
  invoice,
  'self-billed': invoice,
  'credit-note': {
    root: 'CreditNote',
    type: 'cbc:CreditNoteTypeCode',
    line: 'cac:CreditNoteLine',
    quantity: 'cbc:CreditedQuantity',
  },
} as const;

const amount = (name: string, money: Money): Xml => leaf(name, toDecimal(money), { currencyID: money.currency });
const someAmount = (name: string, money: Money): Xml => (money.minor === 0n ? '' : amount(name, money));
const period = (range: DayRange | null): Xml =>
  range === null ? '' : branch('cac:InvoicePeriod', [leaf('cbc:StartDate', range.from), leaf('cbc:EndDate', range.to)]);
const scheme = (id: string): Xml => branch('cac:TaxScheme', [leaf('cbc:ID', id)]);

type Rated = { category: VatCategory; rate: number };
// BR-O-05: what is outside the scope has no rate, not even nothing
const rateOf = ({ category, rate }: Rated): Xml => (category === 'O' ? '' : leaf('cbc:Percent', percentText(rate)));
const categoryOf = (name: string, rated: Rated & { exemption?: VatGroup['exemption'] }): Xml =>
  branch(name, [
    leaf('cbc:ID', rated.category),
    rateOf(rated),
    leaf('cbc:TaxExemptionReasonCode', rated.exemption?.code ?? null),
    leaf('cbc:TaxExemptionReason', rated.exemption?.text ?? null),
    scheme('VAT'),
  ]);

const allowance = ({ amount: cut, reason }: { amount: Money; reason: string }, tax: Xml): Xml =>
  branch('cac:AllowanceCharge', [
    leaf('cbc:ChargeIndicator', 'false'),
    leaf('cbc:AllowanceChargeReason', reason),
    amount('cbc:Amount', cut),
    tax,
  ]);

function lineOf(line: InvoiceLine, { kind, currency }: Pick<InvoiceDocument, 'kind' | 'currency'>): Xml {
  return branch(names[kind].line, [
    leaf('cbc:ID', line.id),
    leaf(names[kind].quantity, line.quantity, { unitCode: line.unit }),
    amount('cbc:LineExtensionAmount', line.net),
    period(line.period),
    ...line.allowances.map((one) => allowance(one, '')),
    branch('cac:Item', [
      leaf('cbc:Description', line.detail),
      leaf('cbc:Name', line.title),
      categoryOf('cac:ClassifiedTaxCategory', { category: line.category, rate: line.rate }),
    ]),
    branch('cac:Price', [leaf('cbc:PriceAmount', line.price, { currencyID: currency })]),
  ]);
}

function partyOf(name: string, party: Party): Xml {
  const { address, network, contact } = party;
  const taxed = (id: string | null, of: string): Xml =>
    id === null ? '' : branch('cac:PartyTaxScheme', [leaf('cbc:CompanyID', id), scheme(of)]);
  return branch(name, [
    branch('cac:Party', [
      network === null ? '' : leaf('cbc:EndpointID', network.value, { schemeID: network.scheme }),
      branch('cac:PartyIdentification', [leaf('cbc:ID', party.identifier)]),
      branch('cac:PostalAddress', [
        leaf('cbc:StreetName', address.street),
        leaf('cbc:AdditionalStreetName', address.extra),
        leaf('cbc:CityName', address.city),
        leaf('cbc:PostalZone', address.postcode),
        leaf('cbc:CountrySubentity', address.region),
        branch('cac:Country', [leaf('cbc:IdentificationCode', address.country)]),
      ]),
      taxed(party.vatId, 'VAT'),
      taxed(party.taxNumber, 'TAX'),
      branch('cac:PartyLegalEntity', [leaf('cbc:RegistrationName', party.name), leaf('cbc:CompanyID', party.registration)]),
      contact === null
        ? ''
        : branch('cac:Contact', [
            leaf('cbc:Name', contact.name),
            leaf('cbc:Telephone', contact.phone),
            leaf('cbc:ElectronicMail', contact.email),
          ]),
    ]),
  ]);
}

function meansOf({ means, account, card, reference }: PaymentInstructions, due: Xml): Xml {
  return branch('cac:PaymentMeans', [
    leaf('cbc:PaymentMeansCode', paymentCodes[means]),
    due,
    leaf('cbc:PaymentID', reference),
    card === null
      ? ''
      : branch('cac:CardAccount', [leaf('cbc:PrimaryAccountNumberID', card.last4), leaf('cbc:NetworkID', card.brand)]),
    account === null
      ? ''
      : branch('cac:PayeeFinancialAccount', [
          leaf('cbc:ID', account.iban),
          leaf('cbc:Name', account.holder),
          branch('cac:FinancialInstitutionBranch', [leaf('cbc:ID', account.bic)]),
        ]),
  ]);
}

const groupOf = (group: VatGroup): Xml =>
  branch('cac:TaxSubtotal', [
    amount('cbc:TaxableAmount', group.base),
    amount('cbc:TaxAmount', group.tax),
    categoryOf('cac:TaxCategory', group),
  ]);

const totalsOf = ({ totals }: InvoiceDocument): Xml =>
  branch('cac:LegalMonetaryTotal', [
    amount('cbc:LineExtensionAmount', totals.lines),
    amount('cbc:TaxExclusiveAmount', totals.net),
    amount('cbc:TaxInclusiveAmount', totals.gross),
    someAmount('cbc:AllowanceTotalAmount', totals.allowances),
    someAmount('cbc:PrepaidAmount', totals.paid),
    someAmount('cbc:PayableRoundingAmount', totals.rounding),
    amount('cbc:PayableAmount', totals.due),
  ]);

const precedingOf = ({ number, issued }: InvoiceDocument['preceding'][number]): Xml =>
  branch('cac:BillingReference', [
    branch('cac:InvoiceDocumentReference', [leaf('cbc:ID', number), leaf('cbc:IssueDate', issued)]),
  ]);

function headOf(doc: InvoiceDocument): Xml[] {
  return [
    leaf('cbc:CustomizationID', specifications[doc.specification].id),
    leaf('cbc:ProfileID', specifications[doc.specification].process),
    leaf('cbc:ID', doc.number),
    leaf('cbc:IssueDate', doc.issued),
    doc.kind === 'credit-note' ? '' : leaf('cbc:DueDate', doc.due),
    leaf(names[doc.kind].type, documentCodes[doc.kind]),
    leaf('cbc:Note', doc.notes.join('\n')),
    leaf('cbc:DocumentCurrencyCode', doc.currency),
    leaf('cbc:TaxCurrencyCode', doc.accounting?.tax.currency ?? null),
    leaf('cbc:BuyerReference', doc.buyerReference),
    period(doc.period),
    branch('cac:OrderReference', [leaf('cbc:ID', doc.order)]),
    ...doc.preceding.map(precedingOf),
  ];
}

/** The document as UBL 2.1 for EN 16931. Amounts are written as they are; nothing is counted here. Throws `RangeError` unless `hasXml`. */
export function toUbl(given: InvoiceDocument): string {
  if (!hasXml(given)) throw new RangeError('this document stays on paper');
  const doc = forXml(given);
  const { root } = names[doc.kind];
  const { accounting } = doc;
  const parts = [
    ...headOf(doc),
    partyOf('cac:AccountingSupplierParty', doc.seller),
    partyOf('cac:AccountingCustomerParty', doc.buyer),
    branch('cac:Delivery', [leaf('cbc:ActualDeliveryDate', doc.supplied)]),
    // a credit note has its day of payment here and nowhere else
    doc.payment === null ? '' : meansOf(doc.payment, doc.kind === 'credit-note' ? leaf('cbc:PaymentDueDate', doc.due) : ''),
    branch('cac:PaymentTerms', [leaf('cbc:Note', doc.terms)]),
    ...doc.allowances.map((one) => allowance(one, categoryOf('cac:TaxCategory', { category: one.category, rate: one.rate }))),
    branch('cac:TaxTotal', [amount('cbc:TaxAmount', doc.totals.tax), ...doc.vat.map(groupOf)]),
    accounting === null ? '' : branch('cac:TaxTotal', [amount('cbc:TaxAmount', accounting.tax)]),
    totalsOf(doc),
    ...doc.lines.map((line) => lineOf(line, doc)),
  ];
  return xmlFile(root, { namespaces: { xmlns: `${urn}:${root}-2`, ...prefixes }, parts });
}
