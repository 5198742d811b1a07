import { invalid, Refusal } from '../platform/refusal.ts';
import { unmasked } from './config.ts';
import type { PixelRow } from './repository.ts';
import { type SecretTarget, secretOriginOf } from './secret-origin.ts';
import type { SealTarget, Secrets, Vault } from './vault.ts';

type SealedPixel = SecretTarget & { id: number };

export const sealSecrets = (vault: Vault, pixel: SealedPixel, secrets: Secrets): Buffer | null =>
  Object.keys(secrets).length > 0 ? vault.seal(targetOf(pixel), secrets) : null;

/** Null where the secrets were sealed with another key: they count as missing until new ones are entered. */
export function secretsOf(vault: Vault, row: PixelRow): Secrets | null {
  try {
    return row.secrets ? vault.open(targetOf(row), row.secrets) : {};
  } catch {
    return null;
  }
}

const targetOf = (pixel: SealedPixel): SealTarget => ({
  pixel: pixel.id,
  origin: secretOriginOf(pixel),
});

const onlyMask = 'Enter the secret itself; this is only its mask.';
export const enterAgain = 'Enter the secret again, because the address has changed.';

/** The secrets with masks replaced by stored ones, or a refusal for masks without a stored secret. */
export function enteredSecrets(entered: Secrets, stored: Secrets, message = onlyMask): Secrets {
  const { secrets, unknown } = unmasked(entered, stored);
  if (unknown.length === 0) return secrets;
  throw refusedSecrets(unknown, message);
}

/** Refuses an address without the secrets that are sent to it; null stands for secrets that cannot be opened. */
export const leftBehind = (secrets: Secrets | null): Refusal =>
  secrets ? refusedSecrets(Object.keys(secrets), enterAgain) : invalid('config', enterAgain);

const refusedSecrets = (paths: readonly string[], message: string): Refusal =>
  new Refusal(400, Object.fromEntries(paths.map((path) => [`config.${path}`, [message]])));
