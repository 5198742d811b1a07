import type {
  MasterPixel,
  MasterPixelState,
  SnippetKind,
} from '#contract/master-pixels/schemas.ts';
import { textMap } from '#contract/text-map.ts';

export const stateWords: Record<MasterPixelState, string> = {
  unverified: 'Not seen yet',
  active: 'Active',
  silent: 'Silent',
  error: 'Error',
  paused: 'Paused',
};

export const consentWords: Record<MasterPixel['consent_mode'], string> = {
  assumed: 'Assumed',
  required: 'Asked for',
  per_region: 'By region',
};

export const kindWords: Record<SnippetKind, string> = {
  html: 'Web page',
  gtm: 'Tag manager',
  shopify: 'Shop platform',
  s2s: 'Your server',
};

export const sideWords = { server: 'Server', browser: 'Browser' } as const;

const reasons = textMap({
  bot: 'Bots: stored but not counted',
  domain_not_allowed: 'From a site that is not on the list of sites',
  not_kept: 'Link clicks that could not be stored',
  pixel_paused: 'Sent while the pixel was paused',
  rate_network: 'Too many from one network',
  rate_pixel: 'Too many at once',
  value_missing: 'Without a value',
  event_time_too_early: 'From too long ago',
  event_time_too_late: 'From the future',
  unknown_field: 'With an unknown field',
  consent_missing: 'Without consent',
  datacenter: 'From machines in data centres: stored but not counted',
});

/** Why an event was rejected or changed. */
export const reasonText = (reason: string): string => {
  const [, column] = /^too_many_(\w+)$/.exec(reason) ?? [];
  if (column) return `One other ${column}: too many different ones in a day`;
  const [, field] = /^(\w+)_unfilled$/.exec(reason) ?? [];
  if (field) return `Stored without ${field}: its placeholder was not filled in`;
  const text = reason.replaceAll('_', ' ');
  return reasons.get(reason) ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};
