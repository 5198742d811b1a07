import { conversionsMachine } from '#machines/conversions.ts';
import { storyMachine } from '#machines/story.ts';
import type { Api } from '#services/api.ts';
import { readLog, readStory } from '#services/conversions.ts';
import type { createGoTo } from '#services/location.ts';
import { createLogAddress } from '#services/log-address.ts';
import type { watchReturn } from '#services/network.ts';
import type { History } from '#services/reports.ts';

/** Joins the log of conversions: its code comes to the browser when it is first opened. */
export function createConversions({
  window,
  goTo,
  api,
  network,
  history,
}: {
  window: Window;
  goTo: ReturnType<typeof createGoTo>;
  api: Api;
  network: ReturnType<typeof watchReturn>;
  history: History;
}): typeof conversionsMachine {
  const address = createLogAddress(window, goTo);
  return conversionsMachine.provide({
    actors: {
      address: address.watch,
      network,
      readLog: readLog(api, history),
      story: storyMachine.provide({ actors: { network, readStory: readStory(api) } }),
    },
    actions: { rewriteAddress: ({ context }) => address.rewrite(context.filter) },
  });
}
