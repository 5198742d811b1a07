import type { deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import type { DeliveryFilter } from '#model/deliveries.ts';
import { deliveries, lastDeliveries, noDeliveries, partner, platform } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const { parent } = recordingParent<
  { type: 'filter.changed'; filter: DeliveryFilter } | { type: 'list.restarted' }
>();

/** A paged list as the deliveries of a pixel, and live. */
export const pagedListPlan: Plan<typeof deliveryListMachine> = {
  inputs: [{ query: { pixel: partner.id }, filter: { outcome: null }, isLive: true, parent }],
  events: {
    'query.change': [{ type: 'query.change', query: { pixel: platform.id } }],
    'filter.change': [{ type: 'filter.change', filter: { outcome: 'http_error' } }],
    'text.change': [{ type: 'text.change', text: { outcome: 'timeout' } }],
    'page.next': [{ type: 'page.next' }],
    'list.refresh': [{ type: 'list.refresh' }],
    'selection.change': [{ type: 'selection.change', ids: ['901'], isSelected: true }],
    'act.take': [{ type: 'act.take', act: 'http_error' }],
    'result.dismiss': [{ type: 'result.dismiss' }],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  sentences: {
    'query.change': 'Choose other days, another project or whatever else the list is about',
    'filter.change': 'Choose a value of a filter of the list',
    'text.change': 'Type into a filter of the list',
    'page.next': 'Press Load more',
    'list.refresh': 'Press Refresh',
    'selection.change': 'Select rows, or take them out of the selection',
    'act.take': 'Act on the selected rows',
    'result.dismiss': 'Dismiss what came of the act',
    'problem.dismiss': 'Dismiss the problem',
    retry: 'Press Retry',
    'network.returned': 'Connect the network again',
  },
  answers: {
    network: [],
    readPage: [
      { output: deliveries },
      { output: lastDeliveries },
      { output: noDeliveries },
      { error: offline },
    ],
    takeAct: [{ output: { replayed: 2, skipped: 1, refused: [] } }, { error: offline }],
  },
};
