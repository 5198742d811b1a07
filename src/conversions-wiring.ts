import type { ConversionLedger } from '#contract/conversion.ts';
import type { Question } from '#contract/query.ts';
import type { HourlyRow } from '#contract/report.ts';
import { conversionsMachine } from '#machines/conversions.ts';
import { correctionMachine } from '#machines/correction.ts';
import { decisionMachine } from '#machines/decision.ts';
import { loaderOf } from '#machines/loader.ts';
import { logMachine } from '#machines/log.ts';
import { postbacksMachine } from '#machines/postbacks.ts';
import { reconcileMachine } from '#machines/reconcile.ts';
import { reconcileValuesMachine } from '#machines/reconcile-values.ts';
import { storyMachine } from '#machines/story.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { Api } from '#services/api.ts';
import { readLedger, readLog, readStory, readSummary } from '#services/conversions.ts';
import { correct, decide, takeBack, undoDecision } from '#services/decisions.ts';
import type { createGoTo } from '#services/location.ts';
import { createLogAddress } from '#services/log-address.ts';
import type { watchReturn } from '#services/network.ts';
import { readPostbacks } from '#services/postbacks.ts';
import { compareFile, takeValues, undoValues } from '#services/reconcile.ts';
import type { History, loadsOver } from '#services/reports.ts';
import { untilSeen } from '#services/visibility.ts';

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
      decision: decisionMachine.provide({
        actors: {
          tryDecision: decide(api, { isTrial: true }),
          decide: decide(api, { isTrial: false }),
          undoDecision: undoDecision(api),
        },
      }),
      story: storyMachine.provide({
        actors: {
          network,
          readStory: readStory(api),
          correction: correctionMachine.provide({
            actors: { correct: correct(api), takeBack: takeBack(api) },
          }),
        },
      }),
      log: logMachine.provide({
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
