import { useSelector } from '@xstate/react';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { OfferDetailActor } from '#machines/offers/offer-detail.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { tabOf } from '#model/offer-detail.ts';
import { AccessTab } from './AccessTab.tsx';
import { CapsTab } from './CapsTab.tsx';
import { ConversionsTab } from './ConversionsTab.tsx';
import { LogTab } from './LogTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PayoutsTab } from './PayoutsTab.tsx';
import { PerformanceTab } from './PerformanceTab.tsx';
import { TermsTab } from './TermsTab.tsx';
import { TrackingTab } from './TrackingTab.tsx';

/** The open tab. Each has its own child machine, which exists only while the tab is open. */
export function OfferTabPanel({
  actor,
  selection,
  offer,
}: {
  actor: OfferDetailActor;
  selection: SelectionActor;
  offer: OfferDetail;
}) {
  const tab = useSelector(actor, ({ context }) => tabOf(context.place));
  const children = useSelector(actor, (snapshot) => snapshot.children);
  const { offer: holder, report, terms, newTerms, caps, links, test } = children;
  const { access, conversions, log } = children;
  const shared = { screen: actor, selection, offer };
  if (tab === 'overview' && holder) return <OverviewTab {...shared} actor={holder} />;
  if (tab === 'performance' && report) return <PerformanceTab {...shared} actor={report} />;
  if (tab === 'payouts' && report) return <PayoutsTab {...shared} actor={report} />;
  if (terms && newTerms) return <TermsTab {...shared} actor={terms} adding={newTerms} />;
  if (caps) return <CapsTab {...shared} actor={caps} />;
  if (links && test) return <TrackingTab {...shared} actor={links} test={test} />;
  if (access) return <AccessTab {...shared} actor={access} />;
  if (conversions) return <ConversionsTab {...shared} actor={conversions} />;
  return log ? <LogTab {...shared} actor={log} /> : null;
}
