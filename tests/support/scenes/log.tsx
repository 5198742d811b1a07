import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { logMachine } from '#machines/log.ts';
import { Log } from '#views/conversions/Log.tsx';
import { logPlan } from '../plans/log.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { recast, selectionStage } from '../stage.tsx';

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
