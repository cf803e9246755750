/** Cross Industry Invoice of UN/CEFACT (D16B) as EN 16931 uses it; the order of the elements is that of its schema. */
import { type Money, toDecimal } from '#kit/money.ts';
import {
  type Address,
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

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
} as const;

const amount = (name: string, money: Money): Xml => leaf(name, toDecimal(money));
const someAmount = (name: string, money: Money): Xml => (money.minor === 0n ? '' : amount(name, money));
// format 102 of UNTDID 2379: YYYYMMDD
const dayText = (name: string, day: string): Xml => leaf(name, day.replaceAll('-', ''), { format: '102' });
const day = (name: string, value: string | null): Xml =>
  value === null ? '' : branch(name, [dayText('udt:DateTimeString', value)]);
const period = (range: DayRange | null): Xml =>
  range === null
    ? ''
    : branch('ram:BillingSpecifiedPeriod', [day('ram:StartDateTime', range.from), day('ram:EndDateTime', range.to)]);

type Rated = { category: VatCategory; rate: number };
// BR-O-05: what is outside the scope has no rate, not even nothing
const rateOf = ({ category, rate }: Rated): Xml => (category === 'O' ? '' : leaf('ram:RateApplicablePercent', percentText(rate)));
const taxOf = (name: string, rated: Rated): Xml =>
  branch(name, [leaf('ram:TypeCode', 'VAT'), leaf('ram:CategoryCode', rated.category), rateOf(rated)]);

function allowance({ amount: cut, reason }: { amount: Money; reason: string }, tax: Xml): Xml {
  return branch('ram:SpecifiedTradeAllowanceCharge', [
    branch('ram:ChargeIndicator', [leaf('udt:Indicator', 'false')]),
    amount('ram:ActualAmount', cut),
    leaf('ram:Reason', reason),
    tax,
  ]);
}

function lineOf(line: InvoiceLine): Xml {
  return branch('ram:IncludedSupplyChainTradeLineItem', [
    branch('ram:AssociatedDocumentLineDocument', [leaf('ram:LineID', line.id)]),
    branch('ram:SpecifiedTradeProduct', [leaf('ram:Name', line.title), leaf('ram:Description', line.detail)]),
    branch('ram:SpecifiedLineTradeAgreement', [branch('ram:NetPriceProductTradePrice', [leaf('ram:ChargeAmount', line.price)])]),
    branch('ram:SpecifiedLineTradeDelivery', [leaf('ram:BilledQuantity', line.quantity, { unitCode: line.unit })]),
    branch('ram:SpecifiedLineTradeSettlement', [
      taxOf('ram:ApplicableTradeTax', line),
      period(line.period),
      ...line.allowances.map((one) => allowance(one, '')),
      branch('ram:SpecifiedTradeSettlementLineMonetarySummation', [amount('ram:LineTotalAmount', line.net)]),
    ]),
  ]);
}

const addressOf = ({ postcode, street, extra, city, country, region }: Address): Xml =>
  branch('ram:PostalTradeAddress', [
    leaf('ram:PostcodeCode', postcode),
    leaf('ram:LineOne', street),
    leaf('ram:LineTwo', extra),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
    leaf('ram:CountrySubDivisionName', region),
  ]);

const contactOf = (contact: Party['contact']): Xml =>
  contact === null
    ? ''
    : branch('ram:DefinedTradeContact', [
        leaf('ram:PersonName', contact.name),
        branch('ram:TelephoneUniversalCommunication', [leaf('ram:CompleteNumber', contact.phone)]),
        branch('ram:EmailURIUniversalCommunication', [leaf('ram:URIID', contact.email)]),
      ]);

function partyOf(name: string, party: Party): Xml {
  const registered = (id: string | null, schemeID: string): Xml =>
    branch('ram:SpecifiedTaxRegistration', [leaf('ram:ID', id, { schemeID })]);
  const { network } = party;
  return branch(name, [
    leaf('ram:ID', party.identifier),
    leaf('ram:Name', party.name),
    branch('ram:SpecifiedLegalOrganization', [leaf('ram:ID', party.registration)]),
    contactOf(party.contact),
    addressOf(party.address),
    network === null
      ? ''
      : branch('ram:URIUniversalCommunication', [leaf('ram:URIID', network.value, { schemeID: network.scheme })]),
    registered(party.vatId, 'VA'),
    registered(party.taxNumber, 'FC'),
  ]);
}

function meansOf({ means, account, card, text }: PaymentInstructions): Xml {
  return branch('ram:SpecifiedTradeSettlementPaymentMeans', [
    leaf('ram:TypeCode', paymentCodes[means]),
    leaf('ram:Information', text),
    card === null ? '' : branch('ram:ApplicableTradeSettlementFinancialCard', [leaf('ram:ID', card.last4)]),
    account === null
      ? ''
      : branch('ram:PayeePartyCreditorFinancialAccount', [
          leaf('ram:IBANID', account.iban),
          leaf('ram:AccountName', account.holder),
        ]),
    branch('ram:PayeeSpecifiedCreditorFinancialInstitution', [leaf('ram:BICID', account?.bic ?? null)]),
  ]);
}

const groupOf = (group: VatGroup): Xml =>
  branch('ram:ApplicableTradeTax', [
    amount('ram:CalculatedAmount', group.tax),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', group.exemption?.text ?? null),
    amount('ram:BasisAmount', group.base),
    leaf('ram:CategoryCode', group.category),
    leaf('ram:ExemptionReasonCode', group.exemption?.code ?? null),
    rateOf(group),
  ]);

function totalsOf({ totals, accounting }: InvoiceDocument): Xml {
  const tax = (money: Money) => leaf('ram:TaxTotalAmount', toDecimal(money), { currencyID: money.currency });
  return branch('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    amount('ram:LineTotalAmount', totals.lines),
    someAmount('ram:AllowanceTotalAmount', totals.allowances),
    amount('ram:TaxBasisTotalAmount', totals.net),
    tax(totals.tax),
    accounting === null ? '' : tax(accounting.tax),
    someAmount('ram:RoundingAmount', totals.rounding),
    amount('ram:GrandTotalAmount', totals.gross),
    someAmount('ram:TotalPrepaidAmount', totals.paid),
    amount('ram:DuePayableAmount', totals.due),
  ]);
}

const precedingOf = ({ number, issued }: InvoiceDocument['preceding'][number]): Xml =>
  branch('ram:InvoiceReferencedDocument', [
    leaf('ram:IssuerAssignedID', number),
    issued === null ? '' : branch('ram:FormattedIssueDateTime', [dayText('qdt:DateTimeString', issued)]),
  ]);

const settlementOf = (doc: InvoiceDocument): Xml =>
  branch('ram:ApplicableHeaderTradeSettlement', [
    leaf('ram:PaymentReference', doc.payment?.reference ?? null),
    leaf('ram:TaxCurrencyCode', doc.accounting?.tax.currency ?? null),
    leaf('ram:InvoiceCurrencyCode', doc.currency),
    doc.payment === null ? '' : meansOf(doc.payment),
    ...doc.vat.map(groupOf),
    period(doc.period),
    ...doc.allowances.map((one) => allowance(one, taxOf('ram:CategoryTradeTax', one))),
    branch('ram:SpecifiedTradePaymentTerms', [leaf('ram:Description', doc.terms), day('ram:DueDateDateTime', doc.due)]),
    totalsOf(doc),
    ...doc.preceding.map(precedingOf),
  ]);

const deliveryOf = ({ supplied }: InvoiceDocument): Xml =>
  // the schema wants the element even when it is empty
  branch('ram:ApplicableHeaderTradeDelivery', [
    branch('ram:ActualDeliverySupplyChainEvent', [day('ram:OccurrenceDateTime', supplied)]),
  ]) || '<ram:ApplicableHeaderTradeDelivery/>';

/** The document as CII of the profile EN 16931, which Factur-X and ZUGFeRD embed. Amounts are written as they are; nothing is counted here. Throws `RangeError` unless `hasXml`. */
export function toCii(given: InvoiceDocument): string {
  if (!hasXml(given)) throw new RangeError('this document stays on paper');
  const doc = forXml(given);
  const parts = [
    branch('rsm:ExchangedDocumentContext', [
      branch('ram:BusinessProcessSpecifiedDocumentContextParameter', [leaf('ram:ID', specifications[doc.specification].process)]),
      branch('ram:GuidelineSpecifiedDocumentContextParameter', [leaf('ram:ID', specifications[doc.specification].id)]),
    ]),
    branch('rsm:ExchangedDocument', [
      leaf('ram:ID', doc.number),
      leaf('ram:TypeCode', documentCodes[doc.kind]),
      day('ram:IssueDateTime', doc.issued),
      ...doc.notes.map((note) => branch('ram:IncludedNote', [leaf('ram:Content', note)])),
    ]),
    branch('rsm:SupplyChainTradeTransaction', [
      ...doc.lines.map(lineOf),
      branch('ram:ApplicableHeaderTradeAgreement', [
        leaf('ram:BuyerReference', doc.buyerReference),
        partyOf('ram:SellerTradeParty', doc.seller),
        partyOf('ram:BuyerTradeParty', doc.buyer),
        branch('ram:BuyerOrderReferencedDocument', [leaf('ram:IssuerAssignedID', doc.order)]),
      ]),
      deliveryOf(doc),
      settlementOf(doc),
    ]),
  ];
  return xmlFile('rsm:CrossIndustryInvoice', { namespaces, parts });
}
