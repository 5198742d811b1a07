import { createActor, fromCallback, fromPromise } from 'xstate';
import type { OfferDetail, OfferReport } from '#contract/offers/offer.ts';
import { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import {
  offerAccessMachine,
  offerCapsMachine,
  offerConversionsMachine,
  offerLinksMachine,
  offerLogMachine,
  offerReportMachine,
  offerTermsMachine,
  oneOfferMachine,
} from '#machines/offers/offer-parts.ts';
import type {
  AccessRow,
  LinkBases,
  OfferConversionsPage,
  OfferConversionsRequest,
  OfferLinkRow,
  OfferLogPage,
  OfferLogRequest,
  OfferReportQuestion,
  OfferScope,
} from '#model/offer-detail.ts';
import type { Query, ReportResponse } from '#model/query.ts';
import type { ReadEntries } from '#services/kit/collection-requests.ts';
import { OfferDetailScreen } from '#views/offers/OfferDetailScreen.tsx';
import { firstPage } from '../../conversions.ts';
import {
  accessRows,
  affiliateReport,
  allTerms,
  capRow,
  dailyReport,
  logRow,
  offer,
} from '../../offer-detail.ts';
import { offerDetailPlan } from '../../plans/offers/offer-detail.ts';
import { recordingParent } from '../../recording-parent.ts';
import { answered, member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, withActors } from '../../stub-machines.ts';
import { links } from '../../tracking-links.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

export const offerSelection = createActor(stubbedSelection, {
  input: { member, facts: {}, parent },
}).start();

const readLinks: ReadEntries<OfferScope, OfferLinkRow, LinkBases> = fromPromise(async (_) => ({
  rows: [],
  extra: { bases: links },
}));

/** The children of an offer, whose requests answer at once. */
export const offerParts = ({ access = accessRows }: { access?: AccessRow[] } = {}) => ({
  address: fromCallback(() => {}),
  report: offerReportMachine.provide({
    actors: {
      load: fromPromise<
        ReportResponse<OfferReport>,
        { query: OfferReportQuestion; isRefresh?: boolean }
      >(async ({ input: { query } }) =>
        answered(query.breakdown === 'affiliate' ? affiliateReport : dailyReport),
      ),
    },
  }),
  terms: offerTermsMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: allTerms })) },
  }),
  caps: offerCapsMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: [capRow] })) },
  }),
  links: offerLinksMachine.provide({ actors: { readEntries: readLinks } }),
  access: offerAccessMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: access })) },
  }),
  conversions: offerConversionsMachine.provide({
    actors: {
      readPage: fromPromise<OfferConversionsPage, OfferConversionsRequest>(async () => ({
        rows: firstPage.rows,
        next: null,
      })),
    },
  }),
  log: offerLogMachine.provide({
    actors: {
      readPage: fromPromise<OfferLogPage, OfferLogRequest>(async () => ({
        rows: [logRow],
        next: null,
      })),
    },
  }),
});

/** What the offer is comes with the events of the plan. */
export const heldOffer = (shown: OfferDetail = offer) =>
  oneOfferMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: [shown] })) },
    actions: { notifyParent: () => {} },
  });

export const offerDetailScene = sceneOf(offerDetailMachine, offerDetailPlan, {
  provide: (machine) => withActors(machine, { ...offerParts(), offer: heldOffer() }),
  view: (actor) => <OfferDetailScreen actor={actor} selection={offerSelection} />,
});
