import { assign } from 'xstate';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { Query } from '#model/query.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';

/** The answers of the form of a pixel. */
export type PixelDraft = Pick<MasterPixel, 'name' | 'event_name' | 'domains' | 'consent_mode'>;
/** Pauses or resumes a pixel, or makes it the one that counts as the conversion. */
export type PixelAction = {
  pixel: MasterPixel;
  change: { status: MasterPixel['status'] } | { is_primary: true };
};

type MasterPixels = {
  scope: Query;
  row: MasterPixel;
  extra: never;
  draft: PixelDraft;
  action: PixelAction;
  secret: never;
};

/** The master pixels of a project, oldest first, with how each does: that is read again every half minute. */
export const masterPixelsMachine = collectionOf<MasterPixels>().provide({
  actions: {
    putEntry: assign({
      rows: ({ context: { rows, scope } }, { entry }) =>
        [...rows.filter(({ id }) => id !== entry.id), entry]
          .filter(({ project }) => project === scope.project)
          .sort((a, b) => a.id - b.id),
    }),
  },
  guards: { isElsewhere: ({ context }, { scope }) => context.scope.project !== scope.project },
  delays: { staleAfter: 30_000 },
});

export type MasterPixelsActor = CollectionActor<MasterPixels>;
export type MasterPixelsSnapshot = CollectionSnapshot<MasterPixels>;
