import { createActor } from 'xstate';
import { logMachine } from '#machines/conversions/conversion-log.ts';
import type { Query } from '#model/query.ts';
import { Log } from '#views/conversions/ConversionLog.tsx';
import { logPlan } from '../../plans/conversions/conversion-log.ts';
import { recorder } from '../../recorder.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast, selectionStage } from '../../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const logScene = sceneOf(logMachine, logPlan, {
  cast: recast,
  view: (actor) => (
    <Log
      actor={actor}
      selection={selection}
      last={null}
      decision={undefined}
      exporter={undefined}
    />
  ),
});
