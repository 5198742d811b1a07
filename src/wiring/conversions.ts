import type { HourlyRow } from '#contract/analytics/report.ts';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import { conversionsMachine } from '#machines/conversions/conversions.ts';
import { correctionMachine } from '#machines/conversions/correction.ts';
import { postbacksMachine } from '#machines/conversions/postbacks.ts';
import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { Question } from '#model/query.ts';
import { readLedger, readLog, readStory, readSummary } from '#services/conversions/conversions.ts';
import { correct, decide, takeBack, undoDecision } from '#services/conversions/decisions.ts';
import { createLogAddress } from '#services/conversions/log-address.ts';
import { readPostbacks } from '#services/conversions/postbacks.ts';
import { compareFile, takeValues, undoValues } from '#services/conversions/reconcile.ts';
import type { History, loadsOver } from '#services/dashboard/reports.ts';
import type { Api } from '#services/kit/api.ts';
import type { createGoTo } from '#services/kit/location.ts';
import type { watchReturn } from '#services/kit/network.ts';
import { untilSeen } from '#services/kit/visibility.ts';

/** Joins the screen of conversions: its code comes to the browser when it is first opened. */
export function createConversions({
  window,
  goTo,
  api,
  network,
  history,
  loadRest,
}: {
  window: Window;
  goTo: ReturnType<typeof createGoTo>;
  api: Api;
  network: ReturnType<typeof watchReturn>;
  history: History;
  loadRest: ReturnType<typeof loadsOver>['loadRest'];
}): typeof conversionsMachine {
  const address = createLogAddress(window, goTo);
  const seen = untilSeen(window);
  return conversionsMachine.provide({
    actors: {
      address: address.watch,
      decision: conversionDecisionMachine.provide({
        actors: {
          tryDecision: decide(api, { isTrial: true }),
          decide: decide(api, { isTrial: false }),
          undoDecision: undoDecision(api),
        },
      }),
      story: conversionDetailMachine.provide({
        actors: {
          network,
          readStory: readStory(api),
          correction: correctionMachine.provide({
            actors: { correct: correct(api), takeBack: takeBack(api) },
          }),
        },
      }),
      log: conversionLogMachine.provide({
        actors: { network, readLog: readLog(api, history, seen) },
        actions: {
          rewriteAddress: ({ context }) => address.rewrite({ filter: context.query.filter }),
        },
      }),
      summary: loaderOf<HourlyRow[], SummaryQuestion>().provide({
        actors: { network, load: loadRest(readSummary(api, history)) },
      }),
      ledger: loaderOf<ConversionLedger, Question>().provide({
        actors: { network, load: loadRest(readLedger(api, history)) },
      }),
      postbacks: postbacksMachine.provide({
        actors: { network, readPostbacks: readPostbacks(api) },
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
