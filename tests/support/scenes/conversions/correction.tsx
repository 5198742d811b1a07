import { correctionMachine } from '#machines/conversions/correction.ts';
import { Correction } from '#views/conversions/Correction.tsx';
import { Decisions } from '#views/conversions/Decisions.tsx';
import { conversionDetail } from '../../conversions.ts';
import { adjustment, correctionPlan } from '../../plans/conversions/correction.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

const zone = 'America/New_York';

const corrected = { ...conversionDetail, adjustments: [adjustment] };

export const correctionScene = sceneOf(correctionMachine, correctionPlan, {
  provide: withActors,
  view: (actor) => (
    <>
      <Decisions story={corrected} zone={zone} decision={undefined} correction={actor} />
      <Correction actor={actor} conversion={conversionDetail.conversion} zone={zone} />
    </>
  ),
});
