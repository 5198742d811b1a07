import type { OfferSystem } from '#contract/offers/fields.ts';

/** Browsers of phones name the systems that theirs derives from, so those come last. */
const named: readonly (readonly [RegExp, OfferSystem])[] = [
  [/windows phone/i, 'windows'],
  [/iphone|ipad|ipod/i, 'ios'],
  [/android/i, 'android'],
  [/windows/i, 'windows'],
  [/macintosh|mac os x/i, 'macos'],
  [/linux|x11|cros/i, 'linux'],
];

/** The operating system that a user agent names; '' for another or none. */
export const systemOf = (userAgent: string): OfferSystem | '' =>
  named.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
