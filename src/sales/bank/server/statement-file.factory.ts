/** Files of a made-up bank, for tests and journeys; it knows nothing of the product. */

/** `amount` as the bank writes it, such as `119.00`; out when it begins with a minus. */
export type StatementLine = {
  amount: string;
  text: string;
  name?: string;
  iban?: string;
  ref?: string;
  day?: string;
  endToEnd?: string;
};
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function lineOf({ amount, text, name, iban, ref, day = '2026-11-16', endToEnd }: StatementLine, currency: string): string {
  const isOut = amount.startsWith('-');
  const [party, way] = isOut ? ['Cdtr', 'DBIT'] : ['Dbtr', 'CRDT'];
  const parties = `<RltdPties>${name === undefined ? '' : `<${party}><Pty><Nm>${escaped(name)}</Nm></Pty></${party}>`}${
    iban === undefined ? '' : `<${party}Acct><Id><IBAN>${iban}</IBAN></Id></${party}Acct>`
  }</RltdPties>`;
  const refs = endToEnd === undefined ? '' : `<Refs><EndToEndId>${escaped(endToEnd)}</EndToEndId></Refs>`;
  return `<Ntry><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${way}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${
    ref === undefined ? '' : `<AcctSvcrRef>${escaped(ref)}</AcctSvcrRef>`
  }<NtryDtls><TxDtls>${refs}${parties}<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** A statement in camt.053, without balances. */
export const camtOf = (lines: readonly StatementLine[], currency = 'EUR'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${lines
    .map((line) => lineOf(line, currency))
    .join('')}</Stmt></BkToCstmrStmt></Document>`;
