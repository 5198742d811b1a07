import type { UpgradeNotice } from '#contract/installation/upgrade-notices.ts';

/**
 * What upgrades changed in the figures, oldest first. A new row needs a migration that inserts its id where projects
 * exist, as `0038_upgrade-notices.sql` does.
 */
export const changesOfUpgrades: readonly UpgradeNotice[] = [
  {
    id: 'profit-orders-costs',
    text: 'This upgrade corrected how profit, orders and costs are counted. Some figures of past days may differ from those you saw before.',
    changes: [
      {
        figure: 'Profit',
        change:
          'It is net revenue minus cost and payouts. A refund lowers it or leaves it unchanged; before, a refund could raise it.',
      },
      {
        figure: 'Order ids',
        change:
          'An order id identifies an order for good: an id of a shop within its project, a transaction id of a network within its affiliate. A report that repeats it after days no longer counts twice. From now on equal transaction ids of two affiliates are two sales.',
      },
      {
        figure: 'Costs',
        change:
          'Costs are stored for each affiliate, too. Rows of one day for different affiliates no longer replace each other, and those that did count again.',
      },
      {
        figure: 'Comparison with last year',
        change:
          'A day stands beside the same date of the year before, and the whole of February beside the whole of February, with the 29th.',
      },
    ],
  },
];
