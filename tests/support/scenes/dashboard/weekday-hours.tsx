import { createActor } from 'xstate';
import { weekdayHoursMachine } from '#machines/dashboard/weekday-hours.ts';
import type { Query } from '#model/query.ts';
import { WeekdayHours } from '#views/dashboard/WeekdayHours.tsx';
import { weekdayHoursPlan } from '../../plans/dashboard/weekday-hours.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, stubbedWeekRows, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

export const weekdayHoursScene = sceneOf(weekdayHoursMachine, weekdayHoursPlan, {
  provide: (machine) => withActors(machine, { rows: stubbedWeekRows }),
  view: (actor) => <WeekdayHours actor={actor} selection={selection} />,
});
