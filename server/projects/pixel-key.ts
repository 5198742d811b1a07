import { randomBytes } from 'node:crypto';

/** The key that a master pixel is known by in the pages of a site. */
export const newPublicKey = (): string => `mp_${randomBytes(12).toString('hex')}`;
