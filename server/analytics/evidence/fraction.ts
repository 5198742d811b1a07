const tiny = 1e-300;
const precision = 1e-15;

/**
 * A continued fraction b₀ + a₁/(b₁ + a₂/(b₂ + …)) by Lentz's method as modified by Thompson and Barnett (DLMF
 * 3.10(iii)).
 */
export function continuedFraction(
  first: number,
  term: (index: number) => { a: number; b: number },
): number {
  let value = first === 0 ? tiny : first;
  let numerator = value;
  let denominator = 0;
  for (let index = 1; ; index += 1) {
    const { a, b } = term(index);
    denominator = 1 / awayFromZero(b + a * denominator);
    numerator = awayFromZero(b + a / numerator);
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) < precision || !Number.isFinite(value)) return value;
  }
}

const awayFromZero = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
