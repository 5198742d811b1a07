import {
  funnelNotesMachine,
  type funnelOverviewMachine,
  funnelReportMachine,
  funnelVersionsMachine,
  oneFunnelMachine,
} from '#machines/funnels/funnel-overview.ts';
import type { FunnelAct } from '#model/funnel-overview.ts';
import { funnelPaths } from '#model/funnels.ts';
import { createFunnelAddress } from '#services/funnels/funnel-address.ts';
import {
  actOnFunnel,
  addFunnelNote,
  copyFunnel,
  readFunnelNotes,
  readFunnelReport,
  readOneFunnel,
  readVersions,
  removeFunnelNote,
  restoreFunnelNote,
} from '#services/funnels/funnel-overview.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import type { ScreenParts } from './screens.ts';

/** `/funnels/one`, and neither the list, the wizard, the editor nor a dashboard. */
const isHere = (pathname: string): boolean =>
  /^\/funnels\/[^/]+\/*$/.test(pathname) && !/^\/funnels\/(add|dashboard)\/*$/.test(pathname);

/** Provides the machine of the overview of a funnel. */
export function provideFunnelOverview(
  machine: typeof funnelOverviewMachine,
  { environment: { window, undoToast, now }, services: { api }, goTo, network }: ScreenParts,
): typeof funnelOverviewMachine {
  const visible = whenVisible(window);
  const address = createFunnelAddress(window, goTo, isHere);
  const go = (path: string, replace: boolean) =>
    goTo(`${path}${window.location.search}`, { replace });

  return machine.provide({
    actors: {
      address: address.watch,
      funnel: oneFunnelMachine.provide({
        actors: {
          network,
          readEntries: readOneFunnel(api, visible),
          saveEntry: copyFunnel(api),
          runAction: actOnFunnel(api),
        },
        actions: {
          announceSave: ({ context: { outcome } }) => {
            if (outcome?.entry) go(funnelPaths.editor(outcome.entry.slug), false);
          },
          announceAction: ({ context: { action, outcome }, self }) => {
            const message = action && messageOf(action);
            const undo = outcome?.undo;
            if (!message || !undo) return;
            undoToast(
              message,
              'Undo',
              () => self.send({ type: 'action.run', action: undo }),
              `funnel-${action.funnel.id}-${action.kind}`,
            );
          },
        },
      }),
      report: funnelReportMachine.provide({
        actors: { network, load: readFunnelReport(api, visible, now) },
      }),
      versions: funnelVersionsMachine.provide({
        actors: { network, load: readVersions(api, visible, now) },
      }),
      notes: funnelNotesMachine.provide({
        actors: {
          network,
          readEntries: readFunnelNotes(api, visible),
          saveEntry: addFunnelNote(api),
          removeEntry: removeFunnelNote(api),
          restoreEntry: restoreFunnelNote(api),
        },
        actions: {
          showUndo: ({ self }, { entry }) =>
            undoToast(
              `“${entry.text}” was removed.`,
              'Undo',
              () => self.send({ type: 'entry.restore', entry }),
              `funnel-note-${entry.id}-removed`,
            ),
        },
      }),
    },
    actions: {
      showRange: (_, { range }) => address.visit({ range }),
      leaveFunnel: () => go(funnelPaths.list, true),
    },
  });
}

/** What a toast says about an action that can be undone. */
function messageOf(action: FunnelAct): string | null {
  const { name } = action.funnel;
  switch (action.kind) {
    case 'pause':
      return `“${name}” is paused.`;
    case 'archive':
      return `“${name}” was archived.`;
    case 'default':
      return action.isDefault
        ? `“${name}” feeds the dashboard's funnel panel.`
        : `“${name}” no longer feeds the dashboard's funnel panel.`;
    default:
      return null;
  }
}
