import {
  lostSecretsReason,
  notConversionReason,
  type Pixel,
} from '#contract/event-pixels/schemas.ts';
import { maskedSecrets, withSecrets } from './config.ts';
import { secretsOf } from './pixel-secrets.ts';
import type { PixelRow } from './repository.ts';
import type { Vault } from './vault.ts';

/** A pixel as its members see it: secrets are masked. */
export const answerOf = (vault: Vault, row: PixelRow): Pixel => ({
  id: row.id,
  affiliate: row.affiliate,
  event: row.event,
  name: row.name,
  type: row.type,
  side: row.side,
  status: row.status,
  config: withSecrets(row.type, row.config, maskedSecrets(secretsOf(vault, row) ?? {})),
  approved_code: row.approved_code,
  url_template: row.url_template,
  method: row.method,
  fire_on: row.fire_on,
  dedup_mode: row.dedup_mode,
  last_fired_at: row.last_fired_at?.toISOString() ?? null,
  last_status: row.last_status,
  failures_24h: row.failures_24h,
  silent_reason: silence(vault, row),
  updated_at: row.updated_at.toISOString(),
});

/** Why an active pixel reports nothing. */
function silence(vault: Vault, row: PixelRow): string | null {
  if (row.type !== 'html' && !row.is_conversion) return notConversionReason(row.event_name);
  return secretsOf(vault, row) ? null : lostSecretsReason;
}
