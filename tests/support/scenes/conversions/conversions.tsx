import { createActor, fromCallback } from 'xstate';
import { conversionsMachine } from '#machines/conversions/conversions.ts';
import type { Query } from '#model/query.ts';
import { ConversionsScreen } from '#views/conversions/ConversionsScreen.tsx';
import { conversionsPlan } from '../../plans/conversions/conversions.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { conversionsChildren, stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

export const conversionsScene = sceneOf(conversionsMachine, conversionsPlan, {
  provide: (machine) =>
    withActors(machine, { ...conversionsChildren, address: fromCallback(() => {}) }),
  view: (actor) => <ConversionsScreen actor={actor} selection={selection} exporter={undefined} />,
});
