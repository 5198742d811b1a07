const HOUR = 3_600_000;

/** The agreed rules, as numbers: a comparison that should fail changes one of them. */
export type Rules = {
  /** How long the same key on one side is the same conversion. */
  repeatWithin: number;
  /** The longest distance of two sides without a common key. */
  fallbackWithin: number;
  /** The longest lookback to a click. */
  creditWithin: number;
  credited: 'last' | 'first';
  /** The half-life of a click. */
  halfLife: number;
  /** Whether a page's report of a tracking link's click is a repeat or a click of its own. */
  twin: 'same' | 'another';
  /** Percent for the first and for the last click by position. */
  ends: number;
};

export const projectRules: Rules = {
  repeatWithin: 48 * HOUR,
  fallbackWithin: HOUR / 2,
  creditWithin: 30 * 24 * HOUR,
  credited: 'last',
  halfLife: 7 * 24 * HOUR,
  twin: 'same',
  ends: 40,
};
