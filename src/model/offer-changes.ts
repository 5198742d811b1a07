import type { OfferLine } from '#contract/offers/offer.ts';

export type ChangedOffer = Pick<OfferLine, 'id' | 'name' | 'status' | 'tags'>;

/** A change of one or more offers of the list. `restore` gives each its earlier status. */
export type OfferChangeRequest = { project: number; offers: readonly ChangedOffer[] } & (
  | { kind: 'status'; to: 'active' | 'paused' | 'archived' }
  | { kind: 'add_tag' | 'remove_tag'; tag: string }
  | { kind: 'restore' }
);

export type OfferChangeResult = {
  changed: number[];
  refused: { id: number; name: string; message: string }[];
};

/** The change that takes back what a change did; null where it did nothing or was itself the way back. */
export function undoOf(
  change: OfferChangeRequest,
  { changed }: OfferChangeResult,
): OfferChangeRequest | null {
  const done = change.offers.filter(({ id }) => changed.includes(id));
  const { project } = change;
  switch (change.kind) {
    case 'restore':
      return null;
    case 'status': {
      const offers = done.filter(({ status }) => status !== change.to);
      return offers.length > 0 ? { project, kind: 'restore', offers } : null;
    }
    case 'add_tag': {
      const offers = done.filter(({ tags }) => !tags.includes(change.tag));
      return offers.length > 0 ? { project, kind: 'remove_tag', tag: change.tag, offers } : null;
    }
    case 'remove_tag': {
      const offers = done.filter(({ tags }) => tags.includes(change.tag));
      return offers.length > 0 ? { project, kind: 'add_tag', tag: change.tag, offers } : null;
    }
  }
}

/** What a notice says about a change. */
export function messageOf(change: OfferChangeRequest, { changed }: OfferChangeResult): string {
  const offers = change.offers.filter(({ id }) => changed.includes(id));
  const [first] = offers;
  const who = offers.length === 1 ? `“${first?.name}”` : `${offers.length} offers`;
  const is = offers.length === 1 ? 'is' : 'are';
  const has = offers.length === 1 ? 'has' : 'have';
  switch (change.kind) {
    case 'restore':
      return `${who} ${is} as before.`;
    case 'status':
      return `${who} ${is} ${change.to}.`;
    case 'add_tag':
      return `${who} ${has} the tag ${change.tag}.`;
    case 'remove_tag':
      return `${who} no longer ${has} the tag ${change.tag}.`;
  }
}
