type MailFrameProps = {
  title: string;
  html: string;
  /** Loading them tells the sender's server that the mail was read. */
  pictures: 'shown' | 'blocked';
  className: string | undefined;
};

/** For mails without a font and margins of their own. */
const plainLook = '<style>body{margin:16px;font:14px/1.5 system-ui,sans-serif}</style>';

/** Links open in a tab of their own: inside the frame they would stay without script. */
const framed = (html: string, pictures: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}"><base target="_blank">${plainLook}${html}`;

/** A mail as mail programs show it, in a frame that runs no script and belongs to no site. */
export function MailFrame({ title, html, pictures, className }: MailFrameProps) {
  const sources = pictures === 'shown' ? 'data: https: http:' : 'data:';
  return (
    <iframe
      // a page keeps the policy that it was loaded with
      key={sources}
      className={className}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={framed(html, sources)}
    />
  );
}

/** Whether a mail would load something from elsewhere. */
export const hasRemotePictures = (html: string): boolean =>
  /(?:src|srcset|background)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\//iu.test(html);
