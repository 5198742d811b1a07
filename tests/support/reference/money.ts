/** Money in ten-thousandths. */
export type Money = bigint;

const scale = 10_000n;

/** A decimal text as a fraction. */
function decimal(text: string): { units: bigint; per: bigint } {
  const [fullText = '0', fraction = ''] = text.trim().split('.');
  return { units: BigInt(`${fullText}${fraction}`), per: 10n ** BigInt(fraction.length) };
}

/** Rounds to whole units, and .5 away from zero. */
export function divided(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [above, below] = [dividend, divisor].map((one) => (one < 0n ? -one : one)) as [
    bigint,
    bigint,
  ];
  const quotient = (2n * above + below) / (2n * below);
  return isNegative ? -quotient : quotient;
}

export function moneyOf(text: string): Money {
  const { units, per } = decimal(text);
  return divided(units * scale, per);
}

export function times(money: Money, factor: string): Money {
  const { units, per } = decimal(factor);
  return divided(money * units, per);
}

/** A figure: exact until it is shown. */
export type Figure = { over: bigint; under: bigint };

export const countFigure = (count: number): Figure => ({ over: BigInt(count), under: 1n });
export const moneyFigure = (money: Money): Figure => ({ over: money, under: scale });

export const ratioOf = (a: Figure, b: Figure): Figure | null =>
  b.over === 0n ? null : { over: a.over * b.under, under: a.under * b.over };

/** The figure on the screen: a whole number of the last shown place. */
export const shown = (figure: Figure, places: number): bigint =>
  divided(figure.over * 10n ** BigInt(places), figure.under);

export const asNumber = (figure: Figure | null, places: number): number | null =>
  figure === null ? null : Number(`${shown(figure, places)}e-${places}`);

/** The integer root of a whole number, rounded down, by Newton's steps from above. */
export function rootOf(square: bigint): bigint {
  if (square === 0n) return 0n;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
