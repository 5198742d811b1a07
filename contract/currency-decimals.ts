const withoutDecimals = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/;
const withThree = /BHD|IQD|JOD|KWD|LYD|OMR|TND/;
const withFour = /^(CLF|UYW)$/;

/** The decimals of a currency by ISO 4217: three of KWD, none of JPY. */
export function decimalsOf(currency: string): number {
  if (withoutDecimals.test(currency)) return 0;
  return withFour.test(currency) ? 4 : moneyPlaces(currency);
}

/**
 * The decimals of money in answers: three or two. Currencies without decimals have two as well, because shares of their
 * amounts are fractions. Those with four are units of account, which no project or event can use.
 */
export const moneyPlaces = (currency: string): 2 | 3 => (withThree.test(currency) ? 3 : 2);
