/** Stirling's series, DLMF 5.11.1: from 10 upwards these terms are exact to double precision. */
const terms = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156];
const halfLogTau = 0.918_938_533_204_672_8;

/** ln Γ(x) for x above 0. */
export function logGamma(x: number): number {
  let raised = x;
  let product = 1;
  while (raised < 10) {
    product *= raised;
    raised += 1;
  }
  const inverse = 1 / raised;
  const square = inverse * inverse;
  const correction = terms.reduceRight((sum, term) => sum * square + term, 0) * inverse;
  return (raised - 0.5) * Math.log(raised) - raised + halfLogTau + correction - Math.log(product);
}
