import { funnelCreationMachine } from '#machines/funnels/funnel-creation.ts';
import type { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { startParam } from '#model/funnel-list.ts';
import { funnelPaths } from '#model/funnels.ts';
import { previewDefinition, readCatalog } from '#services/funnels/discovery.ts';
import { createFunnelAddress } from '#services/funnels/funnel-address.ts';
import {
  archiveCreated,
  checkSlug,
  createWizardDrafts,
  saveFunnel,
  suggestFunnels,
} from '#services/funnels/funnel-wizard.ts';
import { publishFunnel, readFunnel } from '#services/funnels/one-funnel.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the wizard for a new funnel. */
export function provideFunnelWizard(
  machine: typeof funnelWizardMachine,
  { environment: { window }, services: { api }, goTo }: ScreenParts,
): typeof funnelWizardMachine {
  const address = createFunnelAddress(window, goTo, (path) => path === funnelPaths.add, [
    startParam,
  ]);
  const drafts = createWizardDrafts(window);
  return machine.provide({
    actors: {
      address: address.watch,
      recallDraft: drafts.recall,
      suggestFunnels: suggestFunnels(api),
      checkSlug: checkSlug(api),
      readCatalog: readCatalog(api),
      previewFunnel: previewDefinition(api),
      creation: funnelCreationMachine.provide({
        actors: {
          saveFunnel: saveFunnel(api),
          publishFunnel: publishFunnel(api),
          readFunnel: readFunnel(api),
        },
      }),
      archiveCreated: archiveCreated(api),
    },
    actions: {
      rememberDraft: ({ context: { query, draft, created } }, { at }) =>
        drafts.remember(query.project, { draft, at, created }),
      forgetDraft: ({ context }) => drafts.forget(context.query.project),
      showDashboard: (_, { slug }) => goTo(funnelPaths.dashboard(slug), { replace: true }),
      showList: () => goTo(funnelPaths.list, { replace: true }),
    },
  });
}
