import type { HourlyRow } from '#contract/analytics/report.ts';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import type { conversionsMachine } from '#machines/conversions/conversions.ts';
import { correctionMachine } from '#machines/conversions/correction.ts';
import {
  balancesMachine,
  payoutsMachine,
  savePayoutsMachine,
} from '#machines/conversions/payouts.ts';
import { postbacksMachine } from '#machines/conversions/postbacks.ts';
import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { Question } from '#model/query.ts';
import {
  readConversionDetail,
  readLedger,
  readLog,
  readSummary,
} from '#services/conversions/conversions.ts';
import {
  createCorrection,
  decide,
  reverseCorrection,
  undoDecision,
} from '#services/conversions/decisions.ts';
import { createLogAddress } from '#services/conversions/log-address.ts';
import {
  createPayout,
  readBalances,
  readPayouts,
  savePayouts,
  undoPayout,
} from '#services/conversions/payouts.ts';
import { readPostbacks } from '#services/conversions/postbacks.ts';
import { compareFile, takeValues, undoValues } from '#services/conversions/reconcile.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the conversions screen. */
export function provideConversions(
  machine: typeof conversionsMachine,
  { environment: { window }, services: { api }, goTo, network, history, loadRest }: ScreenParts,
): typeof conversionsMachine {
  const address = createLogAddress(window, goTo);
  const seen = whenVisible(window);
  return machine.provide({
    actors: {
      address: address.watch,
      decision: conversionDecisionMachine.provide({
        actors: {
          previewDecision: decide(api, { isTrial: true }),
          decide: decide(api, { isTrial: false }),
          undoDecision: undoDecision(api),
        },
      }),
      detail: conversionDetailMachine.provide({
        actors: {
          network,
          readConversionDetail: readConversionDetail(api),
          correction: correctionMachine.provide({
            actors: {
              createCorrection: createCorrection(api),
              reverseCorrection: reverseCorrection(api),
            },
          }),
        },
      }),
      log: conversionLogMachine.provide({
        actors: { network, readPage: readLog(api, history, seen) },
        actions: {
          rewriteAddress: ({ context }) => address.rewrite({ filter: context.filter }),
        },
      }),
      summary: loaderOf<HourlyRow[], SummaryQuestion>().provide({
        actors: { network, load: loadRest(readSummary(api, history)) },
      }),
      ledger: loaderOf<ConversionLedger, Question>().provide({
        actors: { network, load: loadRest(readLedger(api, history)) },
      }),
      balances: balancesMachine.provide({
        actors: {
          network,
          readEntries: readBalances(api),
          saveEntry: createPayout(api),
          runAction: undoPayout(api),
        },
      }),
      payouts: payoutsMachine.provide({ actors: { network, readPage: readPayouts(api) } }),
      savePayouts: savePayoutsMachine.provide({
        actors: { runTask: savePayouts(api, window) },
      }),
      postbacks: postbacksMachine.provide({
        actors: { network, readPage: readPostbacks(api) },
      }),
      reconcile: reconcileMachine.provide({
        actors: {
          compareFile: compareFile(api),
          values: reconcileValuesMachine.provide({
            actors: { takeValues: takeValues(api), undoValues: undoValues(api) },
          }),
        },
      }),
    },
    actions: {
      rewriteAddress: ({ context }) => address.rewrite({ isEarning: context.isEarning }),
    },
  });
}
