import { type PixelType, secretFields } from '#contract/event-pixels/schemas.ts';
import { isMask, masked, type Secrets } from './vault.ts';

export type Config = Record<string, unknown>;

const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits a config into its public and its secret part. */
export function withoutSecrets(
  type: PixelType,
  config: Config,
): { plain: Config; secrets: Secrets } {
  const plain = { ...config };
  const secrets: Secrets = {};
  for (const field of secretFields[type]) {
    const value = plain[field];
    delete plain[field];
    if (isRecord(value)) {
      for (const [key, one] of Object.entries(value)) secrets[`${field}.${key}`] = one;
    } else if (typeof value === 'string') secrets[field] = value;
  }
  return { plain, secrets };
}

/** Joins both parts of a config. */
export function withSecrets(type: PixelType, plain: Config, secrets: Secrets): Config {
  const whole: Config = { ...plain };
  for (const [path, secret] of Object.entries(secrets)) {
    const dot = path.indexOf('.');
    if (dot < 0) whole[path] = secret;
    else {
      const [field, key] = [path.slice(0, dot), path.slice(dot + 1)];
      whole[field] = { ...(isRecord(whole[field]) ? whole[field] : {}), [key]: secret };
    }
  }
  if (type === 'postback') whole.headers ??= {};
  return whole;
}

export const maskedSecrets = (secrets: Secrets): Secrets =>
  Object.fromEntries(Object.entries(secrets).map(([path, secret]) => [path, masked(secret)]));

/** Replaces masks by the stored secrets. Answers the paths of masks without a stored secret. */
export function unmasked(
  entered: Secrets,
  stored: Secrets,
): { secrets: Secrets; unknown: string[] } {
  const secrets: Secrets = {};
  const unknown: string[] = [];
  for (const [path, value] of Object.entries(entered)) {
    const old = stored[path];
    if (!isMask(value)) secrets[path] = value;
    else if (old !== undefined && value === masked(old)) secrets[path] = old;
    else unknown.push(path);
  }
  return { secrets, unknown };
}
