import type { ComponentType } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ExportActor } from '#machines/app/export.ts';
import { type WorkspaceScreen, workspaceScreens } from '#machines/app/screens.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { DashboardScreen } from '../dashboard/DashboardScreen.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';

/** What the view of every screen of the workspace is given. */
export type ScreenProps<Actor> = {
  actor: Actor;
  selection: SelectionActor;
  exporter: ExportActor | undefined;
};

type View = ComponentType<ScreenProps<AnyActorRef>>;
type Drawing = { View: View; Skeleton: ComponentType };

/** A file exports the component of its own name. */
type File<Component> = Record<string, Component | undefined>;

/** The view of a screen, which brings its styles along; that of the dashboard comes with the sign-in. */
const views = import.meta.glob<File<View>>([
  '../*/*Screen.tsx',
  '!../dashboard/DashboardScreen.tsx',
]);
/** The room of a screen while its code is on its way. */
const skeletons = import.meta.glob<File<ComponentType>>('../*/?*ScreenSkeleton.tsx', {
  eager: true,
});

function drawingOf(screen: WorkspaceScreen, { area, title }: { area: string; title: string }) {
  const name = `${screen.charAt(0).toUpperCase()}${screen.slice(1)}Screen`;
  const room = `${name}Skeleton`;
  const fetch = async () => {
    const View = (await views[`../${area}/${name}.tsx`]?.())?.[name];
    if (View) return View;
    throw new Error(`There is no ${name}.tsx.`);
  };
  return {
    View: screen === 'dashboard' ? DashboardScreen : lazyPart(fetch, Unavailable),
    Skeleton:
      skeletons[`../${area}/${room}.tsx`]?.[room] ?? (() => <ScreenSkeleton title={title} />),
  };
}

/** How each screen is drawn, and what stands in for it until it can be. */
export const drawings = Object.fromEntries(
  workspaceScreens.map(([screen, row]) => [screen, drawingOf(screen, row)]),
) as Record<WorkspaceScreen, Drawing>;
