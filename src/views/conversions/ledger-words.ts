import type { ConversionLedger, LedgerCause } from '#contract/conversions/schemas.ts';

/** Why the two sides differ, what that means and what to do about it. */
export const causeWords: Record<LedgerCause, { name: string; means: string; help: string }> = {
  id_missing: {
    name: 'No id was sent',
    means: 'One side sent neither an order id nor an event id, so nothing links the two.',
    help: 'Send the order id from both sides.',
  },
  id_differs: {
    name: 'The ids differ',
    means:
      'Both sides reported under ids of their own. They were matched by person, value and time.',
    help: 'Send the same order id or event id from both sides.',
  },
  too_late: {
    name: 'Reported too late',
    means: 'The same id came from both sides, more than 48 hours apart.',
    help: 'Report orders when they happen; look for a queue or an import that runs behind.',
  },
  not_reported: {
    name: 'The other side is silent',
    means: 'Nothing came from the other side: blocked, no consent, or never sent.',
    help: 'Check that the pixel stands on the page after the order, and that the server reports each order.',
  },
  value_differs: {
    name: 'The values differ',
    means: 'Both sides name the same order and different values. The server’s counts.',
    help: 'Send the same value from both: with or without tax and shipping, in one currency.',
  },
  sent_twice: {
    name: 'Sent more than once',
    means: 'One side reported the same conversion again. It counts once.',
    help: 'Check that the snippet stands on the page once, and that a reload does not report again.',
  },
};

/** The ways of counting, in the dashboard's terms. */
export const countingWords: Record<ConversionLedger['countings'][number]['by'], string> = {
  server: 'Server, unique',
  browser: 'Browser, unique',
  either: 'Server or browser, unique',
  server_events: 'Server, every report',
  browser_events: 'Browser, every report',
};
