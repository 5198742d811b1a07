import type pg from 'pg';
import { type PixelChange, pixelConfigOf } from '#contract/event-pixels/schemas.ts';
import type { Membership } from '../access/access.ts';
import { isAllowed } from '../access/require-capability.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Config, withoutSecrets } from './config.ts';
import { requireValid } from './pixel-checks.ts';
import { enterAgain, enteredSecrets, leftBehind, sealSecrets, secretsOf } from './pixel-secrets.ts';
import type { PixelRow, PixelSettings } from './repository.ts';
import { keepsSecrets } from './secret-origin.ts';
import type { Vault } from './vault.ts';

type Deciding = { membership: Membership; vault: Vault; client: pg.PoolClient };

/** What a member's change makes of a locked pixel, or a refusal; `approves` where it approves other code. */
export async function pixelAfter(
  row: PixelRow,
  { updated_at: basis, ...change }: PixelChange,
  { membership, vault, client }: Deciding,
) {
  if (basis !== undefined && Date.parse(basis) !== row.updated_at.getTime()) {
    throw new Refusal(409, { detail: 'Someone else changed this pixel meanwhile.' });
  }
  const changedValues = Object.entries(change).filter(([, value]) => value !== undefined);
  const settings: PixelSettings = { ...row, ...Object.fromEntries(changedValues) };
  const { config } = change;
  await requireValid(client, row, settings, { ...row, keepsConfig: config === undefined });
  const mayRedirect = isAllowed(membership, 'pixel.keep-secrets');
  const isKept = keepsSecrets(row, { ...row, ...settings }, { mayRedirect });
  const stored = () => secretsOf(vault, row);
  if (!config) {
    if (row.secrets && !isKept) throw leftBehind(stored());
    return { settings, secrets: row.secrets, approved: row.approved_code, approves: false };
  }
  const { plain, secrets } = withoutSecrets(row.type, pixelConfigOf(row.type, config));
  const entered = isKept
    ? enteredSecrets(secrets, stored() ?? {})
    : enteredSecrets(secrets, {}, enterAgain);
  const approved = approvedCode(membership, plain, row.approved_code);
  return {
    settings: { ...settings, config: plain },
    secrets: sealSecrets(vault, { ...row, ...settings }, entered),
    approved,
    approves: approved !== row.approved_code,
  };
}

/** Code saved by a member who may approve code is approved; otherwise the approved code stays. */
export function approvedCode(
  membership: Membership,
  { code }: Config,
  before: string | null,
): string | null {
  if (!isAllowed(membership, 'pixel.approve-code')) return before;
  return typeof code === 'string' ? code : null;
}
