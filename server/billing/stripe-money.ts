/** Currencies that Stripe counts without decimals. */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies that Stripe counts in thousandths. */
const fine = new Set('BHD JOD KWD OMR TND'.split(' '));

const unitsOf = (currency: string): number => {
  const code = currency.toUpperCase();
  if (whole.has(code)) return 1;
  return fine.has(code) ? 1_000 : 100;
};

/** An amount in Stripe's units. */
export const toUnits = (amount: number, currency: string): number =>
  Math.round(amount * unitsOf(currency));

/** A decimal amount from Stripe's units. */
export const fromUnits = (units: number, currency: string): number =>
  Math.round((units * 100) / unitsOf(currency)) / 100;
