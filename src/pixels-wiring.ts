import { pixelsMachine } from '#machines/pixels.ts';
import type { Api } from '#services/api.ts';
import type { createGoTo } from '#services/location.ts';
import { watchPixels } from '#services/pixels-address.ts';
import type { Services } from './services-wiring.ts';
import type { World } from './session-wiring.ts';

/** Joins the screen of pixels: its code comes to the browser when it is first opened. */
export function createPixels({
  world: { window },
}: {
  world: World;
  goTo: ReturnType<typeof createGoTo>;
  api: Api;
  token: () => string | null;
  config: Services['config'];
}): typeof pixelsMachine {
  return pixelsMachine.provide({ actors: { address: watchPixels(window) } });
}
