import { fromCallback, fromPromise } from 'xstate';
import {
  offerPayoutsMachine,
  saveStatementsMachine,
  statementMachine,
  statementsMachine,
} from '#machines/offers/offer-payouts.ts';
import { OfferPayoutsScreen } from '#views/offers/OfferPayoutsScreen.tsx';
import { offerPayoutsPlan } from '../../plans/offers/offer-payouts.ts';
import { freshness } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import {
  paidStatement,
  quietStatement,
  readyStatement,
  statementDetail,
} from '../../statements.ts';
import { withActors } from '../../stub-machines.ts';
import { funnelsSelection } from '../funnels/funnels.tsx';

export const payoutsSelection = funnelsSelection;

export const offerPayoutsScene = sceneOf(offerPayoutsMachine, offerPayoutsPlan, {
  provide: (machine, scripts) =>
    withActors(machine, {
      ...scripts,
      address: fromCallback(() => {}),
      statements: withActors(statementsMachine, {
        readEntries: fromPromise(async () => ({
          rows: [readyStatement, paidStatement, quietStatement],
        })),
      }),
      statement: withActors(statementMachine, {
        load: fromPromise(async () => ({ data: statementDetail, freshness, emptyReason: null })),
      }),
      saving: saveStatementsMachine,
    }),
  view: (actor) => <OfferPayoutsScreen actor={actor} selection={payoutsSelection} />,
});
