/** A parameter of the postback address, and the macro that the network fills in. */
type Parameter = readonly [name: string, macro: string];
export type Network = {
  /** Also the value of `network`, which keeps the transaction ids of networks apart. */
  id: string;
  name: string;
  /** The parameter of the network's own link that carries our click id. */
  clickIdParameter: string;
  /** Null for a network that sends no postbacks. */
  parameters: readonly Parameter[] | null;
  note?: string;
};

/** The macros of networks and their platforms, as their help pages name them; docs/tracking.md lists the pages. */
export const networks: readonly [Network, ...Network[]] = [
  {
    id: 'clickbank',
    name: 'ClickBank',
    clickIdParameter: 'aff_sub1',
    parameters: [
      ['click_id', '{aff_sub1}'],
      ['txid', '{receipt_id}'],
      ['payout', '{affiliate_earnings}'],
      ['currency', '{currency}'],
    ],
    note: 'Send it for sales only. The short field tid may cut the click id off.',
  },
  {
    id: 'everflow',
    name: 'Everflow',
    clickIdParameter: 'sub1',
    parameters: [
      ['click_id', '{sub1}'],
      ['txid', '{transaction_id}'],
      ['payout', '{payout_amount}'],
    ],
  },
  {
    id: 'tune',
    name: 'TUNE (HasOffers)',
    clickIdParameter: 'aff_sub',
    parameters: [
      ['click_id', '{aff_sub}'],
      ['txid', '{transaction_id}'],
      ['payout', '{payout}'],
    ],
  },
  {
    id: 'cake',
    name: 'CAKE',
    clickIdParameter: 's2',
    parameters: [
      ['click_id', '#s2#'],
      ['txid', '#leadid#'],
      ['payout', '#price#'],
    ],
  },
  {
    id: 'impact',
    name: 'Impact',
    clickIdParameter: 'subId1',
    parameters: [
      ['click_id', '{SubId1}'],
      ['txid', '{ActionId}'],
      ['payout', '{Payout}'],
      ['currency', '{Currency}'],
      ['status', '{Status}'],
    ],
    note: 'The case of its macros matters.',
  },
  {
    id: 'awin',
    name: 'Awin',
    clickIdParameter: 'clickref',
    parameters: [
      ['click_id', '!!!clickRef!!!'],
      ['txid', '!!!transactionId!!!'],
      ['payout', '!!!commission!!!'],
    ],
    note: 'Enter it under Toolbox, Transaction Notifications, with the method GET.',
  },
  {
    id: 'affise',
    name: 'Affise',
    clickIdParameter: 'sub1',
    parameters: [
      ['click_id', '{sub1}'],
      ['txid', '{transactionid}'],
      ['payout', '{sum}'],
      ['currency', '{currency}'],
    ],
    note: 'Send it for approved conversions only: its statuses are numbers.',
  },
  {
    id: 'cj',
    name: 'CJ',
    clickIdParameter: 'sid',
    parameters: null,
    note: 'CJ sends no postbacks to publishers. Download its report and use Conversions, Reconcile.',
  },
];
