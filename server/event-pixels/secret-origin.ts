import type { PixelType } from '#contract/event-pixels/schemas.ts';

/** What decides where the secrets of a pixel are sent. */
export type SecretTarget = { type: PixelType; url_template: string | null };

/**
 * The origin that the secrets of a pixel belong to: that of its address, or the platform that its type names. Secrets
 * are sealed for it, so that they cannot be opened for another one.
 */
export function secretOriginOf({ type, url_template: template }: SecretTarget): string {
  const address = template?.replace(/\{[^{}]*\}/g, 'x');
  return address && URL.canParse(address) ? new URL(address).origin : type;
}

/**
 * Whether a change of the address leaves the secrets where they were meant to go. Many partners share one origin, so
 * members who may not redirect secrets enter them again for every other address.
 */
export const keepsSecrets = (
  before: SecretTarget,
  after: SecretTarget,
  { mayRedirect }: { mayRedirect: boolean },
): boolean =>
  mayRedirect
    ? secretOriginOf(before) === secretOriginOf(after)
    : before.url_template === after.url_template;
