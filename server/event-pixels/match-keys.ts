import { matchKeys } from '#contract/event-pixels/health.ts';
import type { Fired } from '#server/database/payloads/pixel-event.ts';

type MatchKey = (typeof matchKeys)[number];

/** How much each is worth to a platform that looks for the person: our estimate. Addresses are sent to none. */
export const matchWeights: Record<MatchKey, number> = {
  email: 30,
  phone: 20,
  click_id: 20,
  external_id: 10,
  browser: 10,
  address: 10,
};

const clickIds = ['fbc', 'fbclid', 'gclid', 'gbraid', 'wbraid', 'ttclid', 'msclkid', 'sccid'];

/** Which of the keys are known of a person, one bit each in the order of their list. */
export function matchKeysOf(fired: Fired): number {
  const known: Record<MatchKey, boolean> = {
    email: fired.email_sha256 !== '',
    phone: fired.phone_sha256 !== '',
    click_id: clickIds.some((name) => fired.platform_ids[name]),
    external_id: fired.external_id_sha256 !== '',
    browser: fired.user_agent !== '',
    address: false,
  };
  return matchKeys.reduce((bits, key, index) => (known[key] ? bits | (1 << index) : bits), 0);
}
