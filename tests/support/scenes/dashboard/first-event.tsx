import { createActor } from 'xstate';
import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import type { Query } from '#model/query.ts';
import { FirstRun } from '#views/dashboard/FirstRun.tsx';
import { firstEventPlan } from '../../plans/dashboard/first-event.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

export const selectionOf = (role: string) =>
  createActor(stubbedSelection, {
    input: {
      member: { ...member, projects: member.projects.map((one) => ({ ...one, role })) },
      facts: {},
      parent,
    },
  }).start();

export const selection = selectionOf('owner');

export const firstEventScene = sceneOf(firstEventMachine, firstEventPlan, {
  provide: (machine, scripts) => withActors(machine, scripts),
  view: (actor) => <FirstRun actor={actor} selection={selection} />,
});
