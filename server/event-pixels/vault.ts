import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The secret fields of a config by path: `access_token`, `headers.X-Key`. */
export type Secrets = Record<string, string>;

export type Vault = {
  /** Seals for one pixel: the secrets of another row cannot be opened. */
  seal(pixelId: number, secrets: Secrets): Buffer;
  open(pixelId: number, sealed: Buffer): Secrets;
};

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Seals with a key derived from the installation's secret. */
export function createVault(secret: string): Vault {
  const key = createHash('sha256').update(`clickledger pixel secrets\n${secret}`).digest();
  return {
    seal(pixelId, secrets) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(nameOf(pixelId));
      const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(pixelId, sealed) {
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE), {
        authTagLength: TAG,
      }).setAAD(nameOf(pixelId));
      decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
      return JSON.parse(text.toString('utf8'));
    },
  };
}

const nameOf = (pixelId: number): Buffer => Buffer.from(`pixel ${pixelId}`);

/** Shows enough to distinguish two secrets, and nothing of a short one. */
export function masked(secret: string): string {
  return `••••${secret.length >= 12 ? secret.slice(-2) : ''}`;
}

export const isMask = (text: string): boolean => text.startsWith('•');
