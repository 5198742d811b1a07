export type Kind = 'campaign' | 'adset' | 'ad';
export type ByKind = Record<Kind, Map<string, string>>;

/** For so long a name may stand that another process has heard another one for; this one says at once what it hears. */
const LONGEST = 10_000;
const mostKept = 1_000;

type Read = () => Promise<ByKind | null>;

/**
 * What campaigns, ad sets and ads are called, kept between questions: nearly all of them need it, and it seldom
 * changes.
 */
export type LabelBook = {
  /** What was read before, else what `read` brings; null where there are too many to keep. */
  labelsOf(projects: readonly number[], read: Read): Promise<ByKind | null>;
  /** New names were stored. */
  forget(): void;
};

export function createLabelBook(now: () => number = () => performance.now()): LabelBook {
  const pages = new Map<string, { labels: ByKind | null; until: number }>();
  let edition = 0;
  return {
    async labelsOf(projects, read) {
      const key = projects.join();
      const page = pages.get(key);
      if (page && now() < page.until) return page.labels;
      const begun = { edition, until: now() + LONGEST };
      const labels = await read();
      // What was read while new names came may lack them.
      if (begun.edition === edition) {
        if (pages.size >= mostKept) pages.clear();
        pages.set(key, { labels, until: begun.until });
      }
      return labels;
    },
    forget() {
      edition += 1;
      pages.clear();
    },
  };
}
