import { randomBytes } from 'node:crypto';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * An id of 26 letters and digits that begins with its time, so that later ids sort after earlier ones. It ends with 20
 * hex digits.
 */
export function ulid(at: Date, end = randomBytes(10).toString('hex')): string {
  const bits = (BigInt(at.getTime()) << 80n) | BigInt(`0x${end}`);
  return Array.from({ length: 26 }, (_, place) => {
    const digit = (bits >> BigInt((25 - place) * 5)) & 31n;
    return digits[Number(digit)];
  }).join('');
}
