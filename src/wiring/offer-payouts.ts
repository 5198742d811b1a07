import {
  type offerPayoutsMachine,
  saveStatementsMachine,
  statementMachine,
  statementsMachine,
} from '#machines/offers/offer-payouts.ts';
import {
  payStatement,
  readStatement,
  readStatements,
  saveStatements,
  undoPayment,
} from '#services/offers/offer-payouts.ts';
import { createPayoutsAddress } from '#services/offers/payouts-address.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the payouts of a period. */
export function provideOfferPayouts(
  machine: typeof offerPayoutsMachine,
  { environment: { window, now, undoToast }, services: { api }, goTo, network }: ScreenParts,
): typeof offerPayoutsMachine {
  const address = createPayoutsAddress(window, goTo, now);
  return machine.provide({
    actors: {
      address: address.watch,
      statements: statementsMachine.provide({
        actors: {
          network,
          readEntries: readStatements(api),
          saveEntry: payStatement(api),
          runAction: undoPayment(api),
        },
        actions: {
          announceSave: ({ context: { outcome }, self }) => {
            const recorded = outcome?.entry?.recorded;
            if (!recorded) return;
            undoToast(
              `The payment to ${recorded.affiliate_name} is recorded.`,
              'Undo',
              () =>
                self.send({ type: 'action.run', action: { kind: 'undo', payout: recorded.id } }),
              `payout-${recorded.id}-recorded`,
            );
          },
        },
      }),
      statement: statementMachine.provide({
        actors: { network, load: readStatement(api, now) },
      }),
      saving: saveStatementsMachine.provide({ actors: { runTask: saveStatements(api, window) } }),
    },
    actions: {
      visitPeriod: ({ context: { place } }) => {
        if (place) address.visit(place.period);
      },
      printPage: () => window.print(),
    },
  });
}
