import { render, screen, waitFor } from '@testing-library/react';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type AnyActorRef,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
} from 'xstate';
import { type NavigationSnapshot, navigationMachine } from '#machines/app/navigation.ts';
import type { Place } from '#machines/app/routes.ts';
import type { Screen } from '#machines/app/screens.ts';
import { type RecalledState, sessionMachine } from '#machines/app/session.ts';
import { App } from '#views/app/App.tsx';
import { coverageOf } from '../../support/coverage.ts';
import { record } from '../../support/coverage-record.ts';
import { type Path, pathsOver, walk } from '../../support/paths.ts';
import { navigationPlan } from '../../support/plans/app/navigation.ts';
import { member } from '../../support/samples.ts';
import { stubbedAuth, stubbedWorkspace } from '../../support/stub-machines.ts';

/** The whole app renders the navigation, so here it runs inside a session of the audience of each path. */
describe('navigation on its view', () => {
  const coverage = coverageOf(navigationMachine);
  const paths = pathsOver(navigationMachine, navigationPlan);
  afterAll(() => record('view', navigationMachine, coverage.walked));

  it.each(paths.map((path) => [path.title, path] as const))('%s', (_, path) => run(path));

  it('has walked every transition of its definition', () => {
    expect(coverage.missing()).toEqual([]);
  });

  async function run(path: Path<typeof navigationMachine>) {
    const bar: { type?: (place: Place) => void } = {};
    const session = createActor(
      sessionMachine.provide({
        actors: {
          recall: fromPromise<RecalledState, void>(async () => ({
            facts: path.input?.audience === 'member' ? { token: member.token } : {},
            preferences: { theme: 'system', density: 'comfortable' },
          })),
          checkSession: fromPromise(async () => member),
          tabs: fromCallback(() => {}),
          auth: stubbedAuth,
          workspace: stubbedWorkspace,
          navigation: navigationMachine.provide({
            actors: {
              location: fromCallback(({ sendBack }) => {
                bar.type = (place) => sendBack({ type: 'location.changed', place });
              }),
            },
          }),
        },
      }),
      { inspect: (event) => coverage.inspect(asRoot(event)) },
    ).start();
    const view = render(<App actor={session} />);
    const navigation = () => session.getSnapshot().children.navigation?.getSnapshot();
    await waitFor(() => expect(bar.type).toBeDefined());

    await walk(path, {
      send: ({ place }) => bar.type?.(place),
      answer: () => {},
      expect: (state) =>
        waitFor(() => {
          const live = navigation();
          expect(live?.value).toEqual(state.value);
          if (live) sees(live);
        }),
    });
    view.unmount();
    session.stop();
  }
});

/** The coverage observes a root actor; the navigation of this session takes its place. */
const asRoot = (event: InspectionEvent): InspectionEvent => {
  const actor = event.actorRef as AnyActorRef;
  return { ...event, rootId: actor.id === 'navigation' ? actor.sessionId : 'another' };
};

/** The rendered page; during a redirect the page before stays. */
function sees(state: NavigationSnapshot) {
  const { page, audience } = state.context;
  if (!state.hasTag('showing') || !page) return;
  const heading = screen.getByRole('heading', { level: 1 }).textContent;
  const headings: Partial<Record<Screen, string>> = {
    login: 'Sign in',
    dashboard: 'Dashboard',
    conversions: 'Conversions',
    pixels: 'Pixels',
    terms: 'Our terms',
    missing: `Page Not Found: ${page.fullPath}`,
  };
  expect(heading).toBe(headings[page.screen]);
  expect(screen.queryByRole('navigation', { name: 'Screens' }) !== null).toBe(
    audience === 'member' && page.layout === 'dashboard',
  );
}
