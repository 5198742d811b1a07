import { createActor, fromCallback } from 'xstate';
import { conversionsMachine } from '#machines/conversions/conversions.ts';
import type { Query } from '#model/query.ts';
import { ConversionsScreen } from '#views/conversions/ConversionsScreen.tsx';
import { conversionsPlan } from '../../plans/conversions/conversions.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { conversionsChildren, recast, selectionStage } from '../../stage.tsx';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const conversionsScene = sceneOf(conversionsMachine, conversionsPlan, {
  cast: (machine) => recast(machine, { ...conversionsChildren, address: fromCallback(() => {}) }),
  view: (actor) => <ConversionsScreen actor={actor} selection={selection} exporter={undefined} />,
});
