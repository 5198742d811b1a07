import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { orderTestMachine } from '#machines/pixels/order-test.ts';
import type { pixelsMachine } from '#machines/pixels/pixels.ts';
import { writeText } from '#services/kit/clipboard.ts';
import { watchNetwork } from '#services/kit/network.ts';
import {
  changePixel,
  createPixel,
  limitDomains,
  readDomains,
  readExecuted,
  readInstallation,
  readPixels,
  removePixel,
  restorePixel,
  runTest,
  turnPixel,
  verifyPage,
} from '#services/master-pixels/master-pixels.ts';
import { hearStream } from '#services/master-pixels/pixel-stream.ts';
import { watchPixels } from '#services/pixels/pixels-address.ts';
import { createEventPixels } from './event-pixels.ts';
import type { ScreenParts } from './screens.ts';

/** Joins the screen of pixels with what it asks and where its address lies. */
export function providePixels(
  machine: typeof pixelsMachine,
  { world, services: { api }, goTo, network, token }: ScreenParts,
): typeof pixelsMachine {
  const { window, undoToast, warn } = world;
  const stream = pixelStreamMachine.provide({
    actors: { hear: hearStream(api), network: watchNetwork(window) },
  });
  const go = (path: string, replace: boolean) =>
    goTo(`${path}${window.location.search}`, { replace });

  const masterPixels = masterPixelsMachine.provide({
    actors: {
      network,
      readPixels: readPixels(api),
      createPixel: createPixel(api),
      changePixel: changePixel(api),
      turnPixel: turnPixel(api),
      removePixel: removePixel(api),
      restorePixel: restorePixel(api),
    },
    actions: {
      openInstall: (_, { pixel }) => go(`/pixels/install/${pixel.id}`, false),
      offerUndo: ({ self }, { pixel }) =>
        undoToast(
          `“${pixel.name}” was removed.`,
          'Undo',
          () => self.send({ type: 'pixel.restore', pixel }),
          `master-pixel-${pixel.id}-removed`,
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
      eventPixels: createEventPixels({ world, goTo, api, network, token }),
    },
    actions: { leaveInstall: () => go('/pixels', true) },
  });
}
