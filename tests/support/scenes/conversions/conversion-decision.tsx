import { decisionMachine } from '#machines/conversions/conversion-decision.ts';
import { DecisionBar } from '#views/conversions/DecisionBar.tsx';
import { decisionPlan } from '../../plans/conversions/conversion-decision.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const decisionScene = sceneOf(decisionMachine, decisionPlan, {
  cast: recast,
  view: (actor) => <DecisionBar actor={actor} />,
});
