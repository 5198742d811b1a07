const unusual: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** The decimals of a currency by ISO 4217: three of KWD, none of JPY. */
export const decimalsOf = (currency: string): number => unusual.get(currency) ?? 2;

/** The decimals of money in answers: fewer than two only on paper, because shares of it are fractions. */
export const moneyPlaces = (currency: string): number => Math.max(2, decimalsOf(currency));
