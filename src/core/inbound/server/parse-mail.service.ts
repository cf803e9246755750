/** A mail in its parts, as mailparser reads it, with one difference: it says when text and HTML are not two forms of the same words. */
import { type AddressObject, type Attachment, type HeaderValue, MailParser, type StructuredHeader } from 'mailparser';
import { escapeMarkup } from '#kit/markup.ts';

export type MailPart = Pick<Attachment, 'contentType' | 'filename' | 'content' | 'headers' | 'cid' | 'related'>;
export type ParsedMail = {
  senders: { address: string; name: string }[];
  subject: string;
  messageId: string | null;
  /** `References` and `In-Reply-To`. */
  references: string[];
  text: string;
  html: string;
  /** Which of the two has all of the words: `html` when one of them says what the other does not, as below the mail of a mailing list. */
  words: 'either' | 'html';
  parts: MailPart[];
};

class WordsParser extends MailParser {
  words: ParsedMail['words'] = 'either';
  /** Asked for a text that has no HTML beside it, and at the end for each text, an empty one for HTML that has no text beside it. */
  override textToHtml(text: string): string {
    if ((this.text === false) !== (text === '')) this.words = 'html';
    return `<pre>${escapeMarkup(text)}</pre>`;
  }
}

const isStructured = (value: HeaderValue | undefined): value is StructuredHeader =>
  typeof value === 'object' && 'params' in value && 'value' in value;
/** Beside the type of the part, as `charset`. */
export function parameterOf({ headers }: MailPart, name: string): string | undefined {
  const type = headers.get('content-type');
  return isStructured(type) ? type.params[name] : undefined;
}

const isAddress = (address: string): boolean => /^[^\s@]+@[^\s@]+$/.test(address);
const isAddresses = (value: HeaderValue | undefined): value is AddressObject =>
  typeof value === 'object' && 'value' in value && Array.isArray(value.value);
/** Members of groups, too. Of a mail whose `From` names nobody, who sent it for them or gets the answers. */
function sendersOf({ headers }: MailParser): ParsedMail['senders'] {
  if (headers === false) return [];
  return ['from', 'sender', 'reply-to', 'return-path']
    .map((name) => headers.get(name))
    .flatMap((value) => (isAddresses(value) ? value.value : []))
    .flatMap((one) => one.group ?? [one])
    .map(({ address = '', name }) => ({ address: address.trim().toLowerCase(), name }))
    .filter(({ address }) => isAddress(address));
}

/** `raw`: of anybody, so only in the sandbox. */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const parser = new WordsParser({ skipHtmlToText: true, keepDeliveryStatus: true, checksumAlgo: false });
  const parts: MailPart[] = [];
  parser.end(raw);
  for await (const part of parser) {
    if (part.type !== 'attachment') continue;
    const chunks: Buffer[] = [];
    for await (const chunk of part.content) chunks.push(chunk);
    parts.push({ ...part, content: Buffer.concat(chunks) });
    part.release();
  }
  const { subject = '', messageId = null, references = [], inReplyTo = [], text, html, words } = parser;
  return {
    ...{ senders: sendersOf(parser), subject, messageId, references: [references, inReplyTo].flat(), parts },
    ...{ text: (text || '').replace(/\r\n?/g, '\n'), html: html || '', words },
  };
}
