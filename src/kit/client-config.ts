/** What the client gets to know of this installation. Everything is null until the operator sets it. */
export type ClientConfig = {
  /** Publishable key of the card payment provider. */
  cardPaymentKey: string | null;
  /** Public site key of reCAPTCHA; without one the check is our own proof of work. */
  captchaSiteKey: string | null;
  /** App id at the social network, client id at the search engine's accounts, and where each sends people back to. */
  socialAppId: string | null;
  searchClientId: string | null;
  socialRedirect: string | null;
  searchRedirect: string | null;
  tagManagerId: string | null;
  /** What the operator tells everybody now, in its language; null = nothing. */
  banner: { text: string; locale: string; until: number | null } | null;
  /** Whose look the page wears in place of the product's; `logo` is a path of this site. */
  brand: { name: string; accent: string | null; logo: string | null } | null;
  /** Legal pages that are published. */
  legal: readonly string[];
  /** Whether visitors may start a meeting without an account. */
  instantMeetings: boolean;
};
export const emptyConfig: ClientConfig = {
  cardPaymentKey: null,
  captchaSiteKey: null,
  socialAppId: null,
  searchClientId: null,
  socialRedirect: null,
  searchRedirect: null,
  tagManagerId: null,
  banner: null,
  brand: null,
  legal: [],
  instantMeetings: false,
};
