import type { ConversionLedger } from '#contract/conversion.ts';
import type { Question } from '#contract/query.ts';
import type { HourlyRow } from '#contract/report.ts';
import type { conversionsMachine } from '#machines/conversions.ts';
import { correctionMachine } from '#machines/correction.ts';
import { decisionMachine } from '#machines/decision.ts';
import { loaderOf } from '#machines/loader.ts';
import { logMachine } from '#machines/log.ts';
import { postbacksMachine } from '#machines/postbacks.ts';
import { reconcileMachine } from '#machines/reconcile.ts';
import { reconcileValuesMachine } from '#machines/reconcile-values.ts';
import { storyMachine } from '#machines/story.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import { readLedger, readLog, readStory, readSummary } from '#services/conversions.ts';
import { correct, decide, takeBack, undoDecision } from '#services/decisions.ts';
import { createLogAddress } from '#services/log-address.ts';
import { readPostbacks } from '#services/postbacks.ts';
import { compareFile, takeValues, undoValues } from '#services/reconcile.ts';
import { untilSeen } from '#services/visibility.ts';
import type { ScreenParts } from './screens-wiring.ts';

/** Joins the screen of conversions with what it asks and where its address lies. */
export function provideConversions(
  machine: typeof conversionsMachine,
  { world: { window }, services: { api }, goTo, network, history, loadRest }: ScreenParts,
): typeof conversionsMachine {
  const address = createLogAddress(window, goTo);
  const seen = untilSeen(window);
  return machine.provide({
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
