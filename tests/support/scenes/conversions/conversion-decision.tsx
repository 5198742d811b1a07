import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { DecisionBar } from '#views/conversions/DecisionBar.tsx';
import { conversionDecisionPlan } from '../../plans/conversions/conversion-decision.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const conversionDecisionScene = sceneOf(conversionDecisionMachine, conversionDecisionPlan, {
  cast: recast,
  view: (actor) => <DecisionBar actor={actor} />,
});
