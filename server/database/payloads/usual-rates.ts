/** What came in one hour of the week, on average. */
export type HourOfWeek = { clicks: number; conversions: number; revenue: number; payout: number };

/** What is usual of an offer: kept as JSON. */
export type UsualRates = {
  /** The zone whose hours these are. */
  timezone: string;
  /** 168 hours from Monday's first; empty while nothing is known. */
  week: HourOfWeek[];
  /** Conversions per click. */
  perClick: number;
  /** The part of the conversions that came within each of the lags of `lagBounds`. */
  within: number[];
};
