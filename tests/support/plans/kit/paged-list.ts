import type { deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import type { DeliveryFilter } from '#model/deliveries.ts';
import { deliveries, lastDeliveries, noDeliveries, partner, platform } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const { parent } = recordingParent<
  { type: 'filter.changed'; filter: DeliveryFilter } | { type: 'list.restarted' }
>();

/** A live paged list, like the deliveries of a pixel. */
export const pagedListPlan: Plan<typeof deliveryListMachine> = {
  inputs: [{ query: { pixel: partner.id }, filter: { outcome: null }, isLive: true, parent }],
  events: {
    'query.change': [{ type: 'query.change', query: { pixel: platform.id } }],
    'filter.change': [{ type: 'filter.change', filter: { outcome: 'http_error' } }],
    'text.change': [{ type: 'text.change', text: { outcome: 'timeout' } }],
    'page.next': [{ type: 'page.next' }],
    'list.refresh': [{ type: 'list.refresh' }],
    'selection.change': [{ type: 'selection.change', ids: ['901'], isSelected: true }],
    'action.run': [{ type: 'action.run', action: 'http_error' }],
    'result.dismiss': [{ type: 'result.dismiss' }],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  sentences: {
    'query.change': 'Choose another project or another period',
    'filter.change': 'Choose a value in a filter above the list',
    'text.change': 'Type into the search field above the list',
    'page.next': 'Press Load more',
    'list.refresh': 'Press Refresh',
    'selection.change': 'Select or unselect rows',
    'action.run': 'Run a bulk action on the selected rows',
    'result.dismiss': 'Dismiss the result of the bulk action',
    'problem.dismiss': 'Dismiss the error message',
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
    runAction: [{ output: { replayed: 2, skipped: 1, refused: [] } }, { error: offline }],
  },
};
