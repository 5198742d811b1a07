import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { DecisionBar } from '#views/conversions/DecisionBar.tsx';
import { conversionDecisionPlan } from '../../plans/conversions/conversion-decision.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const conversionDecisionScene = sceneOf(conversionDecisionMachine, conversionDecisionPlan, {
  provide: withActors,
  view: (actor) => <DecisionBar actor={actor} />,
});
