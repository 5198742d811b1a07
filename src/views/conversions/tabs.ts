import type { ConversionView } from '#contract/conversions/log-filter.ts';

type View = {
  view: ConversionView;
  to: string;
  name: string;
  /** Only for roles that reconcile with networks. */
  isSettling?: boolean;
};

const log: View = { view: 'log', to: '/conversions', name: 'Log' };
const views: readonly View[] = [
  log,
  { view: 'summary', to: '/conversions/summary', name: 'Summary' },
  { view: 'ledger', to: '/conversions/ledger', name: 'Ledger' },
  { view: 'payouts', to: '/conversions/payouts', name: 'Payouts' },
  { view: 'reconcile', to: '/conversions/reconcile', name: 'Reconcile', isSettling: true },
  { view: 'postbacks', to: '/conversions/postbacks', name: 'Postbacks', isSettling: true },
];

/** The views that a role may open. */
export const viewsFor = ({ maySettle }: { maySettle: boolean }): readonly View[] =>
  views.filter(({ isSettling }) => maySettle || !isSettling);

export const viewOf = (requested: ConversionView): View =>
  views.find(({ view }) => view === requested) ?? log;
