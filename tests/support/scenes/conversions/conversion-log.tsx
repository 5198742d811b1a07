import { createActor } from 'xstate';
import { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import type { Query } from '#model/query.ts';
import { ConversionLog } from '#views/conversions/ConversionLog.tsx';
import { conversionLogPlan } from '../../plans/conversions/conversion-log.ts';
import { recorder } from '../../recorder.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast, selectionStage } from '../../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const conversionLogScene = sceneOf(conversionLogMachine, conversionLogPlan, {
  cast: recast,
  view: (actor) => (
    <ConversionLog
      actor={actor}
      selection={selection}
      last={null}
      decision={undefined}
      exporter={undefined}
    />
  ),
});
