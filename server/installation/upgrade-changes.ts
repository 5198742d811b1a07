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
          'An order id identifies an order for good. A report that repeats it after days no longer counts twice.',
      },
      {
        figure: 'Amounts of orders',
        change:
          'The last report that names an amount gives value and payout, so a sale that was pending with 0 and approved with money earns that money. A payout of a network does not replace the revenue that the shop reported.',
      },
      {
        figure: 'Transactions of networks',
        change:
          'A transaction id belongs to its affiliate, or to the network that the postback names. From now on equal ids of two affiliates are two sales.',
      },
      {
        figure: 'Refunds',
        change:
          'Equal refunds of one order are two if they were sent with different times. A negative amount means the same refund as a positive one.',
      },
      {
        figure: 'Reports of server and browser',
        change:
          'Without a common id they are one purchase also if the amount of the server was 0 or another one before it was corrected.',
      },
      {
        figure: 'Reconciled values',
        change:
          'From now on, a value that is taken over from a file of a network holds until it is undone. A later report no longer counts on top of it.',
      },
      {
        figure: 'Costs',
        change:
          'Costs are stored for each affiliate, too. Rows of one day for different affiliates no longer replace each other, and those that did count again.',
      },
      {
        figure: 'Currencies with three decimals',
        change: 'Money in BHD, IQD, JOD, KWD, LYD, OMR and TND has three decimals everywhere.',
      },
      {
        figure: 'Comparisons',
        change:
          'A day of last year stands beside the same date, and the whole of February beside the whole of February, with the 29th. The period before a year is the year before it.',
      },
      {
        figure: 'Clicks',
        change:
          'From now on, prefetches of tracking links and previews of office programs are no clicks.',
      },
      {
        figure: 'Default time zone',
        change:
          'Where you have chosen no time zone, days are those of the project instead of UTC. Choose one above the figures or in the settings.',
      },
      {
        figure: 'Time zones',
        change:
          'A project whose stored time zone is not in the IANA database counts its days in UTC.',
      },
    ],
  },
];
