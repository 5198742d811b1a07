import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { orderTestMachine } from '#machines/pixels/order-test.ts';
import type { pixelsMachine } from '#machines/pixels/pixels.ts';
import { linkTestMachine, trackingLinksMachine } from '#machines/pixels/tracking-links.ts';
import { writeText } from '#services/kit/clipboard.ts';
import { watchNetwork } from '#services/kit/network.ts';
import {
  actOnPixel,
  limitDomains,
  readDomains,
  readExecuted,
  readInstallation,
  readPixels,
  removePixel,
  restorePixel,
  runTest,
  savePixel,
  verifyPage,
} from '#services/master-pixels/master-pixels.ts';
import { subscribeToStream } from '#services/master-pixels/pixel-stream.ts';
import { watchPixels } from '#services/pixels/pixels-address.ts';
import { clickLink, readLinks } from '#services/pixels/tracking-links.ts';
import { createEventPixels } from './event-pixels.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the pixels screen. */
export function providePixels(
  machine: typeof pixelsMachine,
  { environment, services: { api }, goTo, network, token }: ScreenParts,
): typeof pixelsMachine {
  const { window, undoToast, warn } = environment;
  const stream = pixelStreamMachine.provide({
    actors: { subscribeToStream: subscribeToStream(api), network: watchNetwork(window) },
  });
  const go = (path: string, replace: boolean) =>
    goTo(`${path}${window.location.search}`, { replace });

  const masterPixels = masterPixelsMachine.provide({
    actors: {
      network,
      readEntries: readPixels(api),
      saveEntry: savePixel(api),
      runAction: actOnPixel(api),
      removeEntry: removePixel(api),
      restoreEntry: restorePixel(api),
    },
    actions: {
      announceSave: ({ context: { entry, outcome } }) => {
        if (entry === null && outcome?.entry) go(`/pixels/install/${outcome.entry.id}`, false);
      },
      showUndo: ({ self }, { entry }) =>
        undoToast(
          `“${entry.name}” was removed.`,
          'Undo',
          () => self.send({ type: 'entry.restore', entry }),
          `master-pixel-${entry.id}-removed`,
        ),
    },
  });
  const pixelInstall = pixelInstallMachine.provide({
    actors: {
      stream,
      readInstallation: readInstallation(api),
      verifyPage: verifyPage(api),
      readDomains: readDomains(api),
      limitDomains: limitDomains(api),
    },
    actions: {
      copyCode: ({ self }, { code }) =>
        void writeText(window, code).then(
          () => self.send({ type: 'code.copied', code }),
          () => warn('Copying is not allowed here. Select the code and copy it by hand.'),
        ),
    },
  });

  return machine.provide({
    actors: {
      address: watchPixels(window),
      masterPixels,
      stream,
      orderTest: orderTestMachine.provide({ actors: { runTest: runTest(api) } }),
      pixelExecuted: pixelExecutedMachine.provide({
        actors: { network, readExecuted: readExecuted(api) },
      }),
      pixelInstall,
      eventPixels: createEventPixels({ environment, goTo, api, network, token }),
      trackingLinks: trackingLinksMachine.provide({
        actors: { network, readEntries: readLinks(api) },
      }),
      linkTest: linkTestMachine.provide({ actors: { runTask: clickLink(api) } }),
    },
    actions: {
      leaveInstall: () => go('/pixels', true),
      showLinkOf: (_, { affiliate }) => go(`/pixels/links/${affiliate}`, false),
    },
  });
}
