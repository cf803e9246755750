/** Messages as mail servers and people write them, for tests. */
import { newId } from '#kit/server/ids.ts';

type Report = { to: string; action?: string; status?: string; diagnostic?: string; messageId?: string };
const crlf = (text: string): Buffer => Buffer.from(text.replace(/\n/g, '\r\n'));

/** In the form of Postfix. */
export const postfixReport = ({ to, action = 'failed', ...report }: Report): Buffer =>
  crlf(`Date: Mon, 2 Nov 2026 10:00:00 +0000 (UTC)
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="7C1D2400F5.1762077600/mx.example.net"
Message-Id: ${report.messageId ?? `<${newId()}@mx.example.net>`}

This is a MIME-encapsulated message.

--7C1D2400F5.1762077600/mx.example.net
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I could not deliver your message.

--7C1D2400F5.1762077600/mx.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 7C1D2400F5
Arrival-Date: Mon,  2 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; somebody-else@example.net
Original-Recipient: rfc822;somebody-else@example.net
Action: ${action}
Status: ${report.status ?? '5.1.1'}
Remote-MTA: dns; in.example.net
Diagnostic-Code: smtp; ${report.diagnostic ?? '550 5.1.1 <somebody-else@example.net>:\n    Recipient address rejected: User unknown'}

--7C1D2400F5.1762077600/mx.example.net
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: a@example.com
Subject: What is new
Content-Type: text/plain

Hello.

--7C1D2400F5.1762077600/mx.example.net--
`);

/** In the form of Exchange: the status stands first, the part is encoded, and the report is in HTML. */
export const exchangeReport = ({ to, status = '5.1.10', diagnostic }: Report): Buffer =>
  crlf(`MIME-Version: 1.0
From: <postmaster@tenant.example.net>
To: <${to}>
Date: Mon, 2 Nov 2026 10:00:00 +0000
Content-Type: multipart/report; report-type=delivery-status; boundary="0c1f_tenant"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <${newId()}@tenant.example.net>
Subject: Undeliverable: What is new
Auto-Submitted: auto-replied

--0c1f_tenant
Content-Type: multipart/alternative; boundary="0c1f_alt"

--0c1f_alt
Content-Type: text/html; charset="utf-8"

<p>It was not delivered.</p>

--0c1f_alt--

--0c1f_tenant
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${Buffer.from(
  `Reporting-MTA: dns;tenant.example.net\r\n\r\nFinal-Recipient: rfc822;x@tenant.example\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: ${diagnostic ?? 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'}\r\nX-Display-Name: x\r\n`,
).toString('base64')}

--0c1f_tenant
Content-Type: text/rfc822-headers

Subject: What is new

--0c1f_tenant--
`);

/** In the form of Exim, which writes 5.0.0 whatever it was. */
export const eximReport = ({ to, diagnostic = '550 5.1.1 no such user here' }: Report): Buffer =>
  crlf(`X-Failed-Recipients: y@example.net
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@host.example.net>
To: ${to}
Content-Type: multipart/report; report-type=delivery-status; boundary=1762077600-eximdsn-1
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1${newId()}@host.example.net>

--1762077600-eximdsn-1
Content-type: text/plain; charset=us-ascii

A message that you sent could not be delivered.

--1762077600-eximdsn-1
Content-type: message/delivery-status

Reporting-MTA: dns; host.example.net

Action: failed
Final-Recipient: rfc822;y@example.net
Status: 5.0.0
Remote-MTA: dns; in.example.net
Diagnostic-Code: smtp; ${diagnostic}

--1762077600-eximdsn-1--
`);

/** What a person or their program writes. */
export const plainMessage = (to: string, subject: string, headers: readonly string[] = []): Buffer =>
  crlf(`From: Ana <ana@example.org>
To: ${to}
Subject: ${subject}
Message-ID: <${newId()}@mail.example.org>
${headers.map((line) => `${line}\n`).join('')}Content-Type: text/plain; charset=utf-8

I am away until Monday.
`);
