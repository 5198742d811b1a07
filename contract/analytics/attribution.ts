/** How the credit for a conversion is shared among the clicks before it. */
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

/** By `any_click` a conversion counts wherever a click touched it: its rows overlap and add up to nothing. */
export const addsUp = (model: Model): boolean => model !== 'any_click';

/** The day a conversion counts on: its own, or that of the click that earned it. */
export const clocks = ['conversion', 'click'] as const;
export type Clock = (typeof clocks)[number];

/** Touches are kept for 90 days, so nothing can look further back. */
export const longestLookback = 90;

/** How conversions are credited, and up to when the figures know. */
export type Attribution = {
  model: Model;
  lookbackDays: number;
  clock: Clock;
  /** The figures as they were known at an instant; null for now. */
  asOf: string | null;
};

/** What every figure means unless somebody asks otherwise. The analytics endpoint knows nothing else. */
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
