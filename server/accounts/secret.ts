import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `cl` opens a session, `cs` reports events from a server, `cv` verifies an address, `cr` sets a new password, `ci`
 * opens an invite, `ca` is an API token.
 */
export type SecretPrefix = 'cl' | 'cs' | 'cv' | 'cr' | 'ci' | 'ca';

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0');

/** 256 random bits. Prefix and checksum let scanners and log filters tell it from any other text. */
export function newSecret(prefix: SecretPrefix): string {
  const body = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return `${body}${checksum(body)}`;
}

/** Whether this can be one of our secrets at all; most mistakes end here without a query. */
export function isSecret(prefix: SecretPrefix, text: string): boolean {
  const [, body, sum] = /^([a-z]{2}_[\w-]{43})([0-9a-f]{8})$/.exec(text) ?? [];
  return body?.startsWith(`${prefix}_`) === true && checksum(body) === sum;
}

/** The digest that is stored in place of a secret. A fast hash is right for random secrets. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
