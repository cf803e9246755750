/** One `meta` or `link` of the document's head, by its attributes. */
export type HeadTag =
  | { tag: 'meta'; name: string; content: string }
  /** Open Graph names its properties by another attribute. */
  | { tag: 'meta'; property: string; content: string }
  | { tag: 'link'; rel: 'canonical'; href: string }
  | { tag: 'link'; rel: 'alternate'; href: string; hreflang: string }
  | { tag: 'link'; rel: 'alternate'; href: string; type: string; title: string };

/** What a screen says of itself to search engines, feed readers and sites that show its link. Addresses are absolute. */
export type DocumentHead = {
  tags: readonly HeadTag[];
  /** Search engines leave the page out of their index; also sent as a header. */
  robots?: 'noindex';
  /** Structured data (schema.org) as JSON-LD. */
  structured?: object;
};

/** Marks what a screen put into the head, so that the next screen's takes its place. */
export const headMark = 'data-head';

export const allTags = ({ tags, robots }: DocumentHead): readonly HeadTag[] =>
  robots === undefined ? tags : [...tags, { tag: 'meta', name: 'robots', content: robots }];
