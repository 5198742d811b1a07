import type { CollectedEvent } from '#contract/master-pixels/stream.ts';

/** The site of an event, in the form of the pixel's list of sites; null without a page. */
export const siteOf = (event: CollectedEvent | null): string | null =>
  /^https?:\/\/([^/?#:]+)/i.exec(event?.url ?? '')?.[1]?.replace(/^www\./, '') ?? null;
