/** The newsletter: states of subscriptions and campaigns, what a campaign needs before it goes out, and the pace at which it does. */
import { senderAddress } from '#core/outbox/sender.rules.ts';

/** Version of the words of consent on the sign-up form. Raise it with every change of their meaning: it is kept with each consent. */
export const CONSENT_VERSION = '2026-11';

export const subscriberStates = ['active', 'bounced', 'complained', 'blocklisted'] as const;
export type SubscriberState = (typeof subscriberStates)[number];
export const subscriptionStates = ['pending', 'confirmed', 'unsubscribed'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];
export const campaignStates = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type CampaignState = (typeof campaignStates)[number];
export const campaignActions = ['schedule', 'unschedule', 'pause', 'resume', 'cancel'] as const;
export type CampaignAction = (typeof campaignActions)[number];

export const newsletterLimits = {
  lists: 50,
  listName: 60,
  listDescription: 200,
  rhythm: 80,
  campaignName: 120,
  subject: 150,
  preview: 200,
  plans: 50,
  scheduleYears: 2,
  perMinute: { min: 10, max: 6_000, standard: 600 },
  pendingDays: 30,
  /** Hours between two requests to confirm to one address. */
  optInHours: 24,
  /** Days for which a link opens somebody's preferences; unsubscribing with it never ends. */
  linkDays: 365,
  /** Temporary bounces in a row after which an address counts as bounced. */
  softBounces: 5,
  /** Subscribers that are fixed as the audience in one transaction. */
  freezeBatch: 2_000,
  subscribe: { max: 60, windowSeconds: 3_600 },
  subscribeAddress: { max: 10, windowSeconds: 3_600 },
} as const;

const transitions: Readonly<Record<CampaignAction, { from: readonly CampaignState[]; to: CampaignState }>> = {
  schedule: { from: ['draft', 'scheduled'], to: 'scheduled' },
  unschedule: { from: ['scheduled'], to: 'draft' },
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  cancel: { from: ['scheduled', 'sending', 'paused'], to: 'cancelled' },
};
/** Null: there is no such step from here. */
export const nextCampaignState = (state: CampaignState, action: CampaignAction): CampaignState | null =>
  transitions[action].from.includes(state) ? transitions[action].to : null;
export const campaignActionsFor = (state: CampaignState): CampaignAction[] =>
  campaignActions.filter((action) => nextCampaignState(state, action) !== null);

/** What stops a campaign; in the order in which one mends it. */
export const readinessGaps = ['list', 'subject', 'body', 'audience', 'mail_server', 'test'] as const;
export type ReadinessGap = (typeof readinessGaps)[number];
export type ReadinessFacts = {
  listArchived: boolean;
  subject: string;
  words: number;
  recipients: number;
  hasMailServer: boolean;
  contentVersion: number;
  testedVersion: number | null;
};
export function gapsOf(facts: ReadinessFacts): ReadinessGap[] {
  const there: Record<ReadinessGap, boolean> = {
    list: !facts.listArchived,
    subject: facts.subject.trim() !== '',
    body: facts.words > 0,
    audience: facts.recipients > 0,
    mail_server: facts.hasMailServer,
    test: facts.testedVersion === facts.contentVersion,
  };
  return readinessGaps.filter((gap) => !there[gap]);
}

/** What a text can fill in for each reader. */
export const campaignVariables = ['list', 'site', 'email'] as const;
export type CampaignVariable = (typeof campaignVariables)[number];

export type SendingPace = { batch: number; pauseMs: number };
/** About five seconds of mails at once, so that pausing takes effect soon and no transaction is long. */
export function paceOf(perMinute: number): SendingPace {
  const batch = Math.min(100, Math.max(1, Math.round(perMinute / 12)));
  return { batch, pauseMs: Math.ceil((batch * 60_000) / perMinute) };
}

/** The language of the campaign for a subscriber: their own where it was written, else the original. */
export const languageFor = <L extends string>(own: string, written: readonly L[], original: L): L =>
  written.find((locale) => locale === own) ?? original;

/** Bounces and complaints suppress, and are never taken back by a later, lesser one. */
export const bounceKinds = ['hard', 'soft', 'complaint'] as const;
export type BounceKind = (typeof bounceKinds)[number];
export function stateAfterBounce(
  before: { state: SubscriberState; softBounces: number },
  kind: BounceKind,
): { state: SubscriberState; softBounces: number } {
  const softBounces = before.softBounces + (kind === 'soft' ? 1 : 0);
  if (before.state === 'blocklisted' || before.state === 'complained') return { state: before.state, softBounces };
  if (kind === 'complaint') return { state: 'complained', softBounces };
  if (kind === 'hard' || softBounces >= newsletterLimits.softBounces) return { state: 'bounced', softBounces };
  return { state: before.state, softBounces };
}

/** The bare address of a sender such as `Atrium <news@meet.example>`. */
export const addressOf = (sender: string): string => senderAddress(sender).trim().toLowerCase();
