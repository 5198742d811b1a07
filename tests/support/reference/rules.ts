const HOUR = 3_600_000;

/** The agreed rules, as numbers: a comparison that can fail changes one of them. */
export type Rules = {
  /** How long the same key on one side is the same conversion. */
  repeatWithin: number;
  /** How far apart two sides without a common key may lie. */
  fallbackWithin: number;
  /** How far back a click is credited. */
  creditWithin: number;
  credited: 'last' | 'first';
  /** How long it takes until a click is worth half. */
  halfLife: number;
  /** Whether what a page says of a tracking link's click is that click or one more. */
  twin: 'same' | 'another';
  /** Percent for the first and for the last click by position. */
  ends: number;
};

export const agreed: Rules = {
  repeatWithin: 48 * HOUR,
  fallbackWithin: HOUR / 2,
  creditWithin: 30 * 24 * HOUR,
  credited: 'last',
  halfLife: 7 * 24 * HOUR,
  twin: 'same',
  ends: 40,
};
