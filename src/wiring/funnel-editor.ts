import {
  catalogMachine,
  draftEditorMachine,
  type funnelEditorMachine,
  funnelPreviewMachine,
} from '#machines/funnels/funnel-editor.ts';
import { publishingMachine } from '#machines/funnels/publishing.ts';
import { funnelPaths } from '#model/funnels.ts';
import { loadCatalog, measureEffect, previewDraft } from '#services/funnels/discovery.ts';
import { createFunnelAddress } from '#services/funnels/funnel-address.ts';
import { saveFunnel } from '#services/funnels/funnel-editor.ts';
import { publishFunnel, readFunnel } from '#services/funnels/one-funnel.ts';
import { createLeaveGuard } from '#services/kit/leave-guard.ts';
import type { ScreenParts } from './screens.ts';

const isHere = (pathname: string): boolean =>
  /^\/funnels\/[^/]+\/edit(\/[^/]+)?\/*$/.test(pathname) &&
  !pathname.startsWith('/funnels/dashboard/');

/** The addresses of one funnel and of its steps show one draft. */
const isSameEditor = (to: string, from: string): boolean =>
  isHere(to) && to.split('/')[2] === from.split('/')[2];

/** Provides the machine of the editor of a funnel. */
export function provideFunnelEditor(
  machine: typeof funnelEditorMachine,
  { environment: { window, undoToast, now }, services: { api }, goTo, network }: ScreenParts,
): typeof funnelEditorMachine {
  const address = createFunnelAddress(window, goTo, isHere);
  const leaveGuard = createLeaveGuard(window, isSameEditor, funnelPaths.list);
  const go = (path: string, replace: boolean) =>
    goTo(`${path}${window.location.search}`, { replace });

  return machine.provide({
    actors: {
      address: address.watch,
      leaveGuard: leaveGuard.watch,
      editor: draftEditorMachine.provide({
        actors: {
          network,
          readEntity: readFunnel(api),
          saveEntity: saveFunnel(api),
          preview: funnelPreviewMachine.provide({
            actors: { network, readPreview: previewDraft(api) },
          }),
        },
        actions: {
          goTo: (_, { destination }) => leaveGuard.leave(() => void goTo(destination)),
          stayHere: leaveGuard.stay,
        },
      }),
      publishing: publishingMachine.provide({
        actors: { measureEffect: measureEffect(api), publishFunnel: publishFunnel(api) },
        actions: {
          showPublished: (_, { funnel }) =>
            undoToast(
              `“${funnel.name}” is published.`,
              'Open the dashboard',
              () => go(funnelPaths.dashboard(funnel.slug), false),
              `funnel-${funnel.id}-published`,
            ),
        },
      }),
      catalog: catalogMachine.provide({ actors: { network, load: loadCatalog(api, now) } }),
    },
    actions: {
      showStep: ({ context: { place } }, { slug }) => {
        if (!place?.slug) return;
        go(
          slug === null ? funnelPaths.editor(place.slug) : funnelPaths.step(place.slug, slug),
          true,
        );
      },
      leaveFunnel: () => go(funnelPaths.list, true),
    },
  });
}
