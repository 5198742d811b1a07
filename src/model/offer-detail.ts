import type { z } from 'zod';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { OfferAccess } from '#contract/offers/access.ts';
import type { Cap, CapStatus, NewCap } from '#contract/offers/caps.ts';
import type { OfferLink } from '#contract/offers/links.ts';
import {
  type OfferDetail,
  type OfferLogEntry,
  type OfferReport,
  offerBreakdowns,
  type offerStatusChangeSchema,
} from '#contract/offers/offer.ts';
import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import type { NewTerms, Terms } from '#contract/offers/terms.ts';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { OfferPlace, OfferQuestion } from './offers.ts';
import type { OwnRange } from './own-days.ts';
import type { ListPage, PageRequest } from './paged-list.ts';
import type { Query } from './query.ts';

export const offerTabs = [
  'overview',
  'performance',
  'terms',
  'caps',
  'tracking',
  'access',
  'conversions',
  'payouts',
  'log',
] as const;
export type OfferTab = (typeof offerTabs)[number];

export type OfferBreakdown = (typeof offerBreakdowns)[number];

/** The parameter of the address with the breakdown of the performance. */
export const offerDetailParams = ['by'] as const;

/** The tab that the address names; the first one where it names none. */
export const tabOf = ({ tab }: OfferPlace): OfferTab =>
  offerTabs.find((name) => name === tab) ?? 'overview';

export const breakdownOf = ({ params }: OfferPlace): OfferBreakdown =>
  offerBreakdowns.find((name) => name === params.by) ?? 'day';

/** An offer by its row id, in the project in which it is looked for. */
export type OfferScope = { project: number; id: number };

/** The offer on which an action runs, with the name that a message calls it. */
export type ActedOffer = Pick<OfferDetail, 'id' | 'name' | 'version'>;

/** Puts the destination back to what it was before its last change. */
export type OfferAct = { kind: 'restoreDestination'; offer: ActedOffer };

export type SettableStatus = z.input<typeof offerStatusChangeSchema>['to'];
export type StatusChange = {
  to: SettableStatus;
  reason: string;
  /** Activates an offer that no test has reached. */
  withoutTest: boolean;
};

/** What a report on one offer is asked for. */
export type OfferReportQuestion = OfferQuestion & OfferScope & { breakdown: OfferBreakdown };
export type OfferReportRow = OfferReport['rows'][number];

/** Withdraws terms that no click has followed yet. */
export type TermsAct = { kind: 'withdraw'; terms: Terms };
export type TermsDraft = NewTerms;

/** A cap with how full it is; null while that is not known. */
export type CapRow = Cap & { offer: number; fill: CapStatus | null };
/** A new cap, or the changed fields of one. */
export type CapDraft = Required<NewCap>;

export type LinkDraft = { affiliate: number; params: Record<string, string> };
/** Saves the link that a person built. */
export type LinkAct = { kind: 'save'; link: LinkDraft };
/** Where the clicks and sales of each affiliate are reported. */
export type LinkBases = { bases: TrackingLink[] };
export type OfferLinkRow = OfferLink;

export type TestRequest = OfferScope & {
  affiliate: number;
  /** The value that the product reports itself; null to wait for the network's postback. */
  value: string | null;
};
export type TestRun = PostbackTest;

/** An access row has the id of its affiliate. */
export type AccessRow = OfferAccess & { id: number };
export type AccessChange =
  | { kind: 'request'; affiliate: number; note: string }
  | {
      kind: 'decide';
      /** The version is that of the state which the decision replaces; null for an affiliate without one. */
      affiliates: readonly { id: number; version: number | null }[];
      status: 'approved' | 'rejected' | 'blocked';
      reason: string;
    };

type AccessDecision = Extract<AccessChange, { kind: 'decide' }>;
/** Takes back a decision about the affiliates, whose versions are those that it replaced. */
export type AccessAct = { kind: 'undo' } & Pick<AccessDecision, 'affiliates'>;

/** What a notice says about a decision. */
export const decidedMessage = ({ affiliates, status }: AccessDecision): string =>
  affiliates.length === 1
    ? `The affiliate was ${status}.`
    : `${affiliates.length} affiliates were ${status}.`;

/** The entries have no id of their own: it is their place in the log. */
export type LogRow = OfferLogEntry & { id: string };
export type OfferLogPage = ListPage<LogRow>;
export type OfferLogRequest = PageRequest<OfferScope, Record<never, never>>;

/** Which conversions of an offer a list shows: those of the selection in the days of the screen. */
export type OfferConversionsQuestion = { query: Query; offerId: string; range: OwnRange };
export type OfferConversionsPage = ListPage<Conversion>;
export type OfferConversionsRequest = PageRequest<OfferConversionsQuestion, Record<never, never>>;
