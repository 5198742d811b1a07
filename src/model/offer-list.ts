import { type OfferStatus, offerStatuses } from '#contract/offers/fields.ts';
import type { OfferFigures, OfferLine } from '#contract/offers/offer.ts';
import { capLevelOf, fullestOf } from './offer-caps.ts';

/** By the id of the offer. */
export type FiguresByOffer = Readonly<Record<number, OfferFigures>>;

/** What an affiliate can do with an offer now. */
export const runStates = ['run', 'full', 'waiting', 'available', 'refused'] as const;
export type RunState = (typeof runStates)[number];

export type OfferFilter = {
  find: string;
  status: OfferStatus | null;
  category: string | null;
  country: string | null;
  tag: string | null;
  /** Only for an affiliate. */
  runState: RunState | null;
};
/** The parameters of the list in its address. */
export const listParams = ['find', 'sort', 'status', 'category', 'country', 'tag', 'show'] as const;
type Params = Readonly<Record<string, string | undefined>>;

export const filterIn = ({ find, status, category, country, tag, show }: Params): OfferFilter => ({
  find: find ?? '',
  status: offerStatuses.find((name) => name === status) ?? null,
  category: category || null,
  country: country || null,
  tag: tag || null,
  runState: runStates.find((name) => name === show) ?? null,
});

export const isNarrow = ({ find, ...chosen }: OfferFilter): boolean =>
  find.trim() !== '' || Object.values(chosen).some((value) => value !== null);

/** All parameters of the filter without a value. */
export const noFilter = { find: '', status: '', category: '', country: '', tag: '', show: '' };

export const offerOrders = [
  'added',
  'name',
  'payout',
  'caps',
  'clicks',
  'conversions',
  'epc',
  'network_epc',
  'conversion_rate',
  'approval_rate',
  'margin',
  'requests',
] as const;
export type OfferOrder = (typeof offerOrders)[number];
export type SortedOffers = { by: OfferOrder; descends: boolean };

/** `-clicks` is the most clicks first; without an order the newest are first. */
export function orderIn(text: string | undefined): SortedOffers {
  const by = offerOrders.find((name) => name === text?.replace(/^-/, ''));
  return by ? { by, descends: text?.startsWith('-') ?? false } : { by: 'added', descends: true };
}

export const textOfOrder = ({ by, descends }: SortedOffers): string =>
  `${descends ? '-' : ''}${by}`;

/** Choosing the order again turns it round; figures begin with the highest. */
export const orderAfter = (sorted: SortedOffers, by: OfferOrder): SortedOffers => ({
  by,
  descends: sorted.by === by ? !sorted.descends : by !== 'name',
});

/** The offers that the filter shows, in the order; one without the figure comes last. */
export function listedOffers(
  offers: readonly OfferLine[],
  figures: FiguresByOffer,
  filter: OfferFilter,
  { by, descends }: SortedOffers,
): OfferLine[] {
  const turn = descends ? -1 : 1;
  return offers
    .filter((offer) => isShown(offer, filter))
    .toSorted((one, other) => {
      if (by === 'name') return turn * one.name.localeCompare(other.name, 'en');
      if (by === 'added') return turn * (one.id - other.id);
      const [a, b] = [sortValueOf(one, figures, by), sortValueOf(other, figures, by)];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return turn * (a - b);
    });
}

/** Archived offers are listed only where they are chosen. */
function isShown(offer: OfferLine, filter: OfferFilter): boolean {
  const { find, status, category, country, tag, runState } = filter;
  const sought = find.trim().toLowerCase();
  const texts = [offer.name, offer.offer_id, offer.advertiser_name, offer.network, ...offer.tags];
  return (
    (status === null ? offer.status !== 'archived' : offer.status === status) &&
    (category === null || offer.category === category) &&
    (country === null || takesCountry(offer, country)) &&
    (tag === null || offer.tags.includes(tag)) &&
    (runState === null || runStateOf(offer) === runState) &&
    texts.some((text) => text.toLowerCase().includes(sought))
  );
}

const takesCountry = (
  { country_mode, countries }: Pick<OfferLine, 'country_mode' | 'countries'>,
  country: string,
): boolean =>
  countries.length === 0 || (country_mode === 'include') === countries.includes(country);

function sortValueOf(offer: OfferLine, figures: FiguresByOffer, by: OfferOrder): number | null {
  switch (by) {
    case 'payout':
      return offer.payout?.payout_amount ?? offer.payout?.payout_pct ?? null;
    case 'caps':
      return offer.caps.length > 0 ? fullness(offer) : null;
    case 'requests':
      return offer.requests;
    case 'name':
    case 'added':
      return null;
    default:
      return figures[offer.id]?.[by] ?? null;
  }
}

const fullness = ({ caps }: OfferLine): number => {
  const fullest = fullestOf(caps);
  return fullest === null ? 0 : (fullest.state === 'full' ? 1_000 : 0) + fullest.pct;
};

/** The different values of a field, for the choices of a filter. */
export const valuesIn = (values: readonly string[]): string[] =>
  [...new Set(values.filter((value) => value !== ''))].toSorted((a, b) => a.localeCompare(b, 'en'));

/** The access of the affiliate of the reader that gets furthest with an offer. */
function bestAccessOf({ access }: Pick<OfferLine, 'access'>) {
  const ranks = ['approved', 'open', 'pending', 'none', 'rejected', 'blocked'];
  return access.toSorted((a, b) => ranks.indexOf(a.status) - ranks.indexOf(b.status))[0] ?? null;
}

export const isOpenTo = (access: OfferLine['access'][number]): boolean =>
  access.status === 'approved' || access.status === 'open';

/** What an affiliate can do with an offer; null for one that takes no clicks now. */
export function runStateOf(offer: OfferLine): RunState | null {
  const best = bestAccessOf(offer);
  if (best === null) return null;
  if (isOpenTo(best)) {
    if (offer.status !== 'active' || offer.warning !== null) return null;
    return offer.caps.some(({ state }) => state === 'full') ? 'full' : 'run';
  }
  if (best.status === 'pending') return 'waiting';
  return best.status === 'none' ? 'available' : 'refused';
}

/** What asks a member to act, the most urgent first. */
export type OfferTask = {
  kind: 'full' | 'warning' | 'terms' | 'near' | 'requests';
  offer: OfferLine;
};

export function tasksIn(offers: readonly OfferLine[]): OfferTask[] {
  const urgency: OfferTask['kind'][] = ['full', 'warning', 'terms', 'near', 'requests'];
  return offers
    .flatMap((offer) => tasksOf(offer).map((kind) => ({ kind, offer })))
    .toSorted((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind));
}

function tasksOf({ status, caps, warning, payout, requests }: OfferLine): OfferTask['kind'][] {
  if (status === 'archived') return [];
  const isRunning = status === 'active';
  const fullest = fullestOf(caps);
  const level = fullest === null ? 'low' : capLevelOf(fullest);
  const isNear = level === 'high' || fullest?.state === 'near';
  return [
    ...(isRunning && level === 'full' ? (['full'] as const) : []),
    ...(isRunning && warning !== null && level !== 'full' ? (['warning'] as const) : []),
    ...(warning === null && payout === null && (isRunning || status === 'pending')
      ? (['terms'] as const)
      : []),
    ...(isRunning && isNear && level !== 'full' ? (['near'] as const) : []),
    ...((requests ?? 0) > 0 ? (['requests'] as const) : []),
  ];
}
