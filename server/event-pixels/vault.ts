import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The secret fields of a config by path: `access_token`, `headers.X-Key`. */
export type Secrets = Record<string, string>;

export type Vault = {
  /** Seals for one pixel and one origin: the secrets of another row or for another origin cannot be opened. */
  seal(target: SealTarget, secrets: Secrets): Buffer;
  /** Opens also what earlier versions sealed for the pixel without an origin. */
  open(target: SealTarget, sealed: Buffer): Secrets;
};

/** The row that the secrets are stored in and the origin that they may be sent to. */
export type SealTarget = { pixel: number; origin: string };

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Seals with a key derived from the installation's secret. */
export function createVault(secret: string): Vault {
  const key = createHash('sha256').update(`clickledger pixel secrets\n${secret}`).digest();
  return {
    seal(target, secrets) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(nameOf(target));
      const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(target, sealed) {
      try {
        return opened(key, nameOf(target), sealed);
      } catch {
        return opened(key, Buffer.from(`pixel ${target.pixel}`), sealed);
      }
    },
  };
}

function opened(key: Buffer, name: Buffer, sealed: Buffer): Secrets {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  }).setAAD(name);
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

const nameOf = ({ pixel, origin }: SealTarget): Buffer =>
  Buffer.from(`pixel ${pixel} for ${origin}`);

/** Shows enough to distinguish two secrets, and nothing of a short one. */
export function masked(secret: string): string {
  return `••••${secret.length >= 12 ? secret.slice(-2) : ''}`;
}

export const isMask = (text: string): boolean => text.startsWith('•');
