/** How the credit for a conversion is divided among the clicks before it. */
export const models = [
  'last_click',
  'first_click',
  'last_non_direct',
  'linear',
  'time_decay',
  'position',
  'any_click',
] as const;
export type Model = (typeof models)[number];

/** By `any_click` a conversion counts for every click before it: its rows overlap and do not add up. */
export const addsUp = (model: Model): boolean => model !== 'any_click';

/** The day that a conversion counts on: its own, or that of the click that earned it. */
export const clocks = ['conversion', 'click'] as const;
export type Clock = (typeof clocks)[number];

/** Touches are stored for 90 days, so no lookback can be longer. */
export const longestLookback = 90;

/** How conversions are credited, and as of which instant. */
export type Attribution = {
  model: Model;
  lookbackDays: number;
  clock: Clock;
  /** The instant as of which the figures are known; null for now. */
  asOf: string | null;
};

/** The default attribution of every figure. The analytics endpoint supports no other. */
export const defaultAttribution: Attribution = {
  model: 'last_click',
  lookbackDays: 30,
  clock: 'conversion',
  asOf: null,
};

export const isDefaultAttribution = ({ model, lookbackDays, clock, asOf }: Attribution): boolean =>
  model === defaultAttribution.model &&
  lookbackDays === defaultAttribution.lookbackDays &&
  clock === defaultAttribution.clock &&
  asOf === defaultAttribution.asOf;
