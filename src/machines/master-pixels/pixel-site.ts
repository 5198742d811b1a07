import type { CollectedEvent } from '#contract/master-pixels/stream.ts';

/** The site an event came from, as a pixel's list of sites names it; null where it came from no page. */
export const siteOf = (event: CollectedEvent | null): string | null =>
  /^https?:\/\/([^/?#:]+)/i.exec(event?.url ?? '')?.[1]?.replace(/^www\./, '') ?? null;
