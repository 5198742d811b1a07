import type { ComponentType } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ExportActor } from '#machines/app/export.ts';
import { type WorkspaceScreen, workspaceScreens } from '#machines/app/screens.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { DashboardScreen } from '../dashboard/DashboardScreen.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';

/** The props of every workspace screen. */
export type ScreenProps<Actor> = {
  actor: Actor;
  selection: SelectionActor;
  exporter: ExportActor | undefined;
};

type View = ComponentType<ScreenProps<AnyActorRef>>;
type Drawn = { View: View; Skeleton: ComponentType };

/** A module whose component has the name of its file. */
type File<Component> = Record<string, Component | undefined>;

/** The lazily loaded views of the screens with their styles; the dashboard's view loads with the sign-in. */
const views = import.meta.glob<File<View>>([
  '../*/*Screen.tsx',
  '!../dashboard/DashboardScreen.tsx',
]);
/** The skeletons of the screens. */
const skeletons = import.meta.glob<File<ComponentType>>('../*/*ScreenSkeleton.tsx', {
  eager: true,
});

const drawn = new Map<WorkspaceScreen, Drawn>(
  workspaceScreens.map(([screen, { area, title }]) => {
    const name = `${screen.charAt(0).toUpperCase()}${screen.slice(1)}Screen`;
    const room = `${name}Skeleton`;
    const Skeleton =
      skeletons[`../${area}/${room}.tsx`]?.[room] ?? (() => <ScreenSkeleton title={title} />);
    const fetch = async () => {
      const View = (await views[`../${area}/${name}.tsx`]?.())?.[name];
      if (View) return View;
      throw new Error(`The screen "${screen}" has no view: views/${area}/${name}.tsx.`);
    };
    return [screen, { View: lazyPart(fetch, Unavailable), Skeleton }] as const;
  }),
);
drawn.set('dashboard', { ...viewOf('dashboard'), View: DashboardScreen });

/** The view of a screen, and its skeleton until the view is loaded. */
export function viewOf(screen: WorkspaceScreen): Drawn {
  const found = drawn.get(screen);
  if (found) return found;
  throw new Error(`There is no screen "${screen}".`);
}
