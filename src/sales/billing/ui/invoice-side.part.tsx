import { Button } from '@mantine/core';
import { IconDownload, IconFileCode, IconPrinter } from '@tabler/icons-react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { ReactNode } from 'react';
import { useDayText } from '#kit/ui/time.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import type { Side } from './invoice-data.hook.ts';
import { type PaperFolder, usePapers } from './invoice-papers.hook.ts';
import { decimalOf } from './invoice-words.hook.ts';
import s from './invoice.module.css';

/** The sheet as it will look, small; what it says is read elsewhere on the page. */
function Sheet({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const { seller, buyer } = invoice;
  const lines = (party: InvoiceView['buyer']) =>
    party === null ? [] : [party.name, party.street, `${party.postcode} ${party.city}`.trim()].filter((text) => text !== '');
  return (
    <div className={s.desk} aria-hidden="true">
      <div className={s.sheet}>
        <div className={s.sheetHead}>
          {lines(buyer).map((text) => (
            <bdi key={text}>{text}</bdi>
          ))}
        </div>
        <div className={s.sheetFrom}>
          {lines(seller).map((text) => (
            <bdi key={text}>{text}</bdi>
          ))}
        </div>
        <b>
          {say(`invoices.kinds.${invoice.kind}`)} <Ltr>{invoice.number}</Ltr>
        </b>
        <ul>
          {invoice.lines.slice(0, 4).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of an invoice have no other name than their place
            <li key={at}>
              <bdi>{line.title}</bdi>
              <Ltr>{decimalOf(line.amount, invoice.currency)}</Ltr>
            </li>
          ))}
          <li>
            <b>{say('invoices.total')}</b>
            <b>
              <Ltr>{decimalOf(invoice.total, invoice.currency)}</Ltr>
            </b>
          </li>
        </ul>
      </div>
    </div>
  );
}

type PapersOf = { of: { id: string; number: string }; xml: 'yes' | 'no'; folder?: PaperFolder };
/** Hands each paper to the reader as a file. */
export function PaperButtons({ of, xml, folder }: PapersOf) {
  const say = invoiceText();
  const { busy, failure, load } = usePapers(folder);
  return (
    <>
      <div className={s.papers}>
        <Button
          leftSection={<IconDownload size={16} stroke={1.75} />}
          loading={busy === 'pdf'}
          onClick={() => void load(of, 'pdf')}
        >
          PDF
        </Button>
        {xml === 'yes' && (
          <>
            <Button
              leftSection={<IconFileCode size={16} stroke={1.75} />}
              loading={busy === 'xml'}
              aria-label={say('invoices.xmlLabel', { kind: 'XML' })}
              onClick={() => void load(of, 'xml')}
            >
              XML
            </Button>
            <Button
              leftSection={<IconFileCode size={16} stroke={1.75} />}
              loading={busy === 'ubl'}
              aria-label={say('invoices.xmlLabel', { kind: 'UBL' })}
              onClick={() => void load(of, 'ubl')}
            >
              UBL
            </Button>
          </>
        )}
      </div>
      {failure !== '' && (
        <p role="alert" className={`small ${s.trouble}`}>
          {failure}
        </p>
      )}
    </>
  );
}

/** The papers of a numbered invoice. */
export function InvoiceDocument({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  if (invoice.number === null) return null;
  return (
    <Panel
      id="invoice-document"
      title={say('invoices.document')}
      aside={
        <Button size="xs" variant="subtle" leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
          {say('invoices.print')}
        </Button>
      }
    >
      <Sheet invoice={invoice} />
      {invoice.papers.pdf ? (
        <PaperButtons of={{ id: invoice.id, number: invoice.number }} xml={invoice.papers.xml ? 'yes' : 'no'} />
      ) : (
        <p className="small quiet" role="status">
          {say('invoices.papersSoon')}
        </p>
      )}
    </Panel>
  );
}

const Fact = ({ word, children }: { word: string; children: ReactNode }) => (
  <div>
    <dt>{word}</dt>
    <dd>{children}</dd>
  </div>
);

function Parties({ invoice, side }: { invoice: InvoiceView; side: Side }) {
  const say = invoiceText();
  const { can } = useAuth();
  const { buyer, seller } = invoice;
  const other = side === 'seller' ? buyer : seller;
  const name = <bdi>{side === 'seller' ? invoice.accountName : (seller?.name ?? '–')}</bdi>;
  return (
    <>
      <Fact word={say(side === 'seller' ? 'invoices.customer' : 'invoices.from')}>
        {side === 'seller' && can('users.manage') ? (
          <Link className="link" to={`/users/edit-user/${invoice.accountId}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Fact>
      {other !== null && other.email !== '' && (
        <Fact word={say('invoices.email')}>
          <Ltr>{other.email}</Ltr>
        </Fact>
      )}
      {other !== null && other.vatId !== null && (
        <Fact word={say('invoices.vatId')}>
          <Ltr>{other.vatId}</Ltr>
        </Fact>
      )}
    </>
  );
}

/** Who, when, and what it belongs to. */
export function InvoiceDetails({ invoice, side }: { invoice: InvoiceView; side: Side }) {
  const say = invoiceText();
  const dayText = useDayText();
  const to = side === 'seller' ? '/all-invoices' : '/invoices';
  const { issueDate, dueDate, refersTo, transfer, creditNotes, orderNumber } = invoice;
  return (
    <Panel id="invoice-details" title={say('invoices.details')}>
      <dl className={s.facts}>
        <Parties invoice={invoice} side={side} />
        {issueDate !== null && <Fact word={say('invoices.issued')}>{dayText(issueDate)}</Fact>}
        {dueDate !== null && (
          <Fact word={say('invoices.due')}>
            <span data-hue={invoice.overdue ? 'red' : undefined}>{dayText(dueDate)}</span>
          </Fact>
        )}
        {orderNumber !== '' && (
          <Fact word={say('invoices.order')}>
            <Ltr>{orderNumber}</Ltr>
          </Fact>
        )}
        {side === 'seller' && transfer !== null && transfer.reference !== '' && (
          <Fact word={say('invoices.reference')}>
            <span className={s.copied}>
              <Ltr>{transfer.reference}</Ltr>
              <CopyButton text={transfer.reference} look="icon" size="xs" label={say('invoices.copyReference')} />
            </span>
          </Fact>
        )}
        {refersTo !== null && (
          <Fact word={say('invoices.refersTo')}>
            <Link className="link" to={`${to}/${refersTo.id}`}>
              <Ltr>{refersTo.number}</Ltr>
            </Link>
          </Fact>
        )}
        {creditNotes.map((one) => (
          <Fact key={one.id} word={say('invoices.kinds.credit_note')}>
            <Link className="link" to={`${to}/${one.id}`}>
              <Ltr>{one.number}</Ltr>
            </Link>
          </Fact>
        ))}
        <Fact word={say('invoices.cause')}>{say(`invoices.causes.${invoice.cause}`)}</Fact>
      </dl>
    </Panel>
  );
}
