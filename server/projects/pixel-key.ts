import { randomBytes } from 'node:crypto';

/** A master pixel's public key. */
export const newPixelKey = (): string => `mp_${randomBytes(12).toString('hex')}`;
