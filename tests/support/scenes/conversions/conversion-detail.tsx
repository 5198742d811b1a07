import { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { ConversionDetail } from '#views/conversions/ConversionDetail.tsx';
import { conversionDetailPlan } from '../../plans/conversions/conversion-detail.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const conversionDetailScene = sceneOf(conversionDetailMachine, conversionDetailPlan, {
  provide: withActors,
  view: (actor) => (
    <ConversionDetail
      actor={actor}
      zone="America/New_York"
      currency="USD"
      decision={undefined}
      behind="log"
      isOpenedHere={false}
    />
  ),
});
