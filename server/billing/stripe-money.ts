/** Currencies that Stripe counts without decimals. */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** And those that it counts in thousandths. */
const fine = new Set('BHD JOD KWD OMR TND'.split(' '));

const unitsOf = (currency: string): number => {
  const code = currency.toUpperCase();
  if (whole.has(code)) return 1;
  return fine.has(code) ? 1_000 : 100;
};

/** An amount as Stripe counts it. */
export const toUnits = (amount: number, currency: string): number =>
  Math.round(amount * unitsOf(currency));

/** An amount of Stripe as people read it. */
export const fromUnits = (units: number, currency: string): number =>
  Math.round((units * 100) / unitsOf(currency)) / 100;
