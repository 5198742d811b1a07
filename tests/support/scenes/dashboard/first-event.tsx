import { createActor } from 'xstate';
import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import type { Query } from '#model/query.ts';
import { FirstRun } from '#views/dashboard/FirstRun.tsx';
import { firstEventPlan } from '../../plans/dashboard/first-event.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast, selectionStage } from '../../stage.tsx';

const { parent: nobody } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

export const selectionOf = (role: string) =>
  createActor(selectionStage, {
    input: {
      member: { ...member, projects: member.projects.map((one) => ({ ...one, role })) },
      facts: {},
      parent: nobody,
    },
  }).start();

export const selection = selectionOf('owner');

export const firstEventScene = sceneOf(firstEventMachine, firstEventPlan, {
  cast: (machine, scripts) => recast(machine, scripts),
  view: (actor) => <FirstRun actor={actor} selection={selection} />,
});
