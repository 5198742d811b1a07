import { masterPixelsMachine } from '#machines/master-pixels.ts';
import { orderTestMachine } from '#machines/order-test.ts';
import { pixelExecutedMachine } from '#machines/pixel-executed.ts';
import { pixelInstallMachine } from '#machines/pixel-install.ts';
import { pixelStreamMachine } from '#machines/pixel-stream.ts';
import type { pixelsMachine } from '#machines/pixels.ts';
import { writeText } from '#services/clipboard.ts';
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
} from '#services/master-pixels.ts';
import { watchNetwork } from '#services/network.ts';
import { hearStream } from '#services/pixel-stream.ts';
import { watchPixels } from '#services/pixels-address.ts';
import { createEventPixels } from './event-pixels-wiring.ts';
import type { ScreenParts } from './screens-wiring.ts';

/** Joins the screen of pixels with what it asks and where its address lies. */
export function providePixels(
  machine: typeof pixelsMachine,
  { world, services: { api }, goTo, network, token }: ScreenParts,
): typeof pixelsMachine {
  const { window, offer, warn } = world;
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
        offer(
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
