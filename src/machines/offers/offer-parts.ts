import type { Conversion } from '#contract/conversions/schemas.ts';
import type { OfferDetail, OfferReport } from '#contract/offers/offer.ts';
import type { Terms } from '#contract/offers/terms.ts';
import type {
  AccessAct,
  AccessChange,
  AccessRow,
  CapDraft,
  CapRow,
  LinkAct,
  LinkBases,
  LogRow,
  OfferAct,
  OfferConversionsPage,
  OfferConversionsQuestion,
  OfferLinkRow,
  OfferLogPage,
  OfferReportQuestion,
  OfferScope,
  TermsAct,
  TestRequest,
  TestRun,
} from '#model/offer-detail.ts';
import type { ActionResult } from '#model/paged-list.ts';
import { type CollectionActor, collectionOf } from '../kit/collection.ts';
import { type JobActor, jobOf, type RunEnding } from '../kit/job.ts';
import { type LoaderActor, loaderOf } from '../kit/loader.ts';
import { type PagedListActor, pagedListOf } from '../kit/paged-list.ts';

type OneOffer = {
  scope: OfferScope;
  row: OfferDetail;
  extra: never;
  draft: never;
  action: OfferAct;
  secret: never;
};
/** The offer of the address as the only entry of a list; an offer that does not exist leaves it empty. */
export const oneOfferMachine = collectionOf<OneOffer>();
export type OneOfferActor = CollectionActor<OneOffer>;

/** The figures of the offer in the days of the screen. */
export const offerReportMachine = loaderOf<OfferReport, OfferReportQuestion>();
export type OfferReportActor = LoaderActor<OfferReport, OfferReportQuestion>;

type OfferTerms = {
  scope: OfferScope;
  row: Terms;
  extra: never;
  draft: never;
  action: TermsAct;
  secret: never;
};
/** The terms of the offer, latest start first. */
export const offerTermsMachine = collectionOf<OfferTerms>();
export type OfferTermsActor = CollectionActor<OfferTerms>;

type OfferCaps = {
  scope: OfferScope;
  row: CapRow;
  extra: never;
  draft: CapDraft;
  action: never;
  secret: never;
};
/** The caps of the offer. They are read again every minute, because clicks and conversions fill them. */
export const offerCapsMachine = collectionOf<OfferCaps>();
export type OfferCapsActor = CollectionActor<OfferCaps>;

type OfferLinks = {
  scope: OfferScope;
  row: OfferLinkRow;
  extra: LinkBases;
  draft: never;
  action: LinkAct;
  secret: never;
};
/** The saved links of the offer, with the bare link of each affiliate. */
export const offerLinksMachine = collectionOf<OfferLinks>().provide({
  guards: { readsByTime: () => false, readsAtOnce: () => true },
});
export type OfferLinksActor = CollectionActor<OfferLinks>;

/** The server ends a test after five minutes; a page that is left open waits a little longer. */
const longestTest = 330_000;
/** A test click that is followed to its conversion. */
export const postbackTestMachine = jobOf<TestRequest, TestRun>({
  endingOf: ({ state }): RunEnding =>
    state === 'running' ? 'open' : state === 'passed' ? 'done' : 'failed',
}).provide({ delays: { giveUpAfter: longestTest } });
export type PostbackTestActor = JobActor<TestRequest, TestRun>;

type OfferAccessList = {
  scope: OfferScope;
  row: AccessRow;
  extra: never;
  draft: AccessChange;
  action: AccessAct;
  secret: never;
};
/** The affiliates that may run the offer or have requested it. */
export const offerAccessMachine = collectionOf<OfferAccessList>();
export type OfferAccessActor = CollectionActor<OfferAccessList>;

type OfferLog = {
  row: LogRow;
  query: OfferScope;
  filter: Record<never, never>;
  page: OfferLogPage;
  action: never;
  result: ActionResult;
};
/** What was done with the offer, latest first. */
export const offerLogMachine = pagedListOf<OfferLog>();
export type OfferLogActor = PagedListActor<OfferLog>;

type OfferConversions = {
  row: Conversion;
  query: OfferConversionsQuestion;
  filter: Record<never, never>;
  page: OfferConversionsPage;
  action: never;
  result: ActionResult;
};
/** The conversions of the offer, newest first. */
export const offerConversionsMachine = pagedListOf<OfferConversions>();
export type OfferConversionsActor = PagedListActor<OfferConversions>;
