import { createActor, fromCallback, fromPromise } from 'xstate';
import { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { funnelPeopleMachine, peopleListMachine } from '#machines/funnels/funnel-people.ts';
import { PeopleDrawer } from '#views/funnels/report/PeopleDrawer.tsx';
import { peoplePage } from '../../funnel-report.ts';
import { funnelPeoplePlan } from '../../plans/funnels/funnel-people.ts';
import { screenInput } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';

const screen = createActor(
  funnelDashboardMachine.provide({ actors: { address: fromCallback(() => {}) } }),
  { input: screenInput },
).start();
const names = new Map([['checkout', 'Checkout']]);

export const funnelPeopleScene = sceneOf(funnelPeopleMachine, funnelPeoplePlan, {
  provide: (machine) =>
    machine.provide({
      actors: {
        list: peopleListMachine.provide({
          actors: { readPage: fromPromise(async () => peoplePage) },
        }),
      },
    }),
  view: (actor) => <PeopleDrawer screen={screen} actor={actor} names={names} />,
});
