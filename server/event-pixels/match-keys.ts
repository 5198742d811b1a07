import { matchKeys } from '#contract/event-pixels/health.ts';
import type { PixelEvent } from '../database/payloads/pixel-event.ts';

type MatchKey = (typeof matchKeys)[number];

/** Our estimate of each key's value for matching a person on a platform. Addresses are never sent. */
export const matchWeights: Record<MatchKey, number> = {
  email: 30,
  phone: 20,
  click_id: 20,
  external_id: 10,
  browser: 10,
  address: 10,
};

const clickIds = ['fbc', 'fbclid', 'gclid', 'gbraid', 'wbraid', 'ttclid', 'msclkid', 'sccid'];

/** The known match keys of a person, one bit each in the order of their list. */
export function matchKeysOf(pixelEvent: PixelEvent): number {
  const known: Record<MatchKey, boolean> = {
    email: pixelEvent.email_sha256 !== '',
    phone: pixelEvent.phone_sha256 !== '',
    click_id: clickIds.some((name) => pixelEvent.platform_ids[name]),
    external_id: pixelEvent.external_id_sha256 !== '',
    browser: pixelEvent.user_agent !== '',
    address: false,
  };
  return matchKeys.reduce((bits, key, index) => (known[key] ? bits | (1 << index) : bits), 0);
}
