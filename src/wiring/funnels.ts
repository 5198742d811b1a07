import { funnelListMachine, type funnelsMachine } from '#machines/funnels/funnels.ts';
import { funnelPaths } from '#model/funnels.ts';
import { createFunnelAddress } from '#services/funnels/funnel-address.ts';
import {
  actOnFunnel,
  archiveFunnel,
  readFigures,
  readFunnels,
  restoreFunnel,
} from '#services/funnels/funnels.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the list of funnels. */
export function provideFunnels(
  machine: typeof funnelsMachine,
  { environment: { window, now, undoToast }, services: { api }, goTo, network }: ScreenParts,
): typeof funnelsMachine {
  const address = createFunnelAddress(window, goTo, (path) => path === funnelPaths.list, [
    'find',
    'sort',
  ]);
  return machine.provide({
    actors: {
      address: address.watch,
      readFigures: readFigures(api, now),
      list: funnelListMachine.provide({
        actors: {
          network,
          readEntries: readFunnels(api),
          runAction: actOnFunnel(api),
          removeEntry: archiveFunnel(api),
          restoreEntry: restoreFunnel(api),
        },
        actions: {
          showUndo: ({ self }, { entry }) =>
            undoToast(
              `“${entry.name}” was archived.`,
              'Undo',
              () => self.send({ type: 'entry.restore', entry }),
              `funnel-${entry.id}-archived`,
            ),
        },
      }),
    },
    actions: {
      visitRange: ({ context }) => address.visit({ range: context.place.range }),
      correctAddress: ({ context }) => address.correct({ params: context.place.params }),
    },
  });
}
