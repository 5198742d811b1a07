import type { LabelKind } from '#contract/analytics/dimensions.ts';

export type ByKind = Record<LabelKind, Map<string, string>>;

/** How long a cached name may be outdated after another process stored a new one; this process invalidates at once. */
const LONGEST = 10_000;
const mostKept = 1_000;

type Read = () => Promise<ByKind | null>;

/**
 * The names of campaigns, ad sets and ads, cached between queries because nearly every query needs them and they rarely
 * change.
 */
export type LabelCache = {
  /** The names cached for a group of readers, else what `read` answers; null where there are too many to cache. */
  labelsOf(reader: string, read: Read): Promise<ByKind | null>;
  /** Called when new names were stored. */
  forget(): void;
};

export function createLabelCache(now: () => number = () => performance.now()): LabelCache {
  const pages = new Map<string, { labels: ByKind | null; until: number }>();
  let edition = 0;
  return {
    async labelsOf(reader, read) {
      const page = pages.get(reader);
      if (page && now() < page.until) return page.labels;
      const begun = { edition, until: now() + LONGEST };
      const labels = await read();
      // A read that overlaps with a change may lack the new names.
      if (begun.edition === edition) {
        if (pages.size >= mostKept) pages.clear();
        pages.set(reader, { labels, until: begun.until });
      }
      return labels;
    },
    forget() {
      edition += 1;
      pages.clear();
    },
  };
}
