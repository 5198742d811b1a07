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
type Drawing = { title: string; View: View; Skeleton: ComponentType };

/** A module whose component has the name of its file. */
type File<Component> = Record<string, Component | undefined>;

/** The lazily loaded views of the screens with their styles; the dashboard's view loads with the sign-in. */
const views = import.meta.glob<File<View>>([
  '../*/*Screen.tsx',
  '!../dashboard/DashboardScreen.tsx',
]);
/** The skeletons of the screens. */
const skeletons = import.meta.glob<File<ComponentType>>('../*/?*ScreenSkeleton.tsx', {
  eager: true,
});

function drawingOf(screen: WorkspaceScreen, { area, title }: { area: string; title: string }) {
  const name = `${screen.charAt(0).toUpperCase()}${screen.slice(1)}Screen`;
  const skeleton = `${name}Skeleton`;
  const fetch = async () => {
    const View = (await views[`../${area}/${name}.tsx`]?.())?.[name];
    if (View) return View;
    throw new Error(`There is no ${name}.tsx.`);
  };
  return {
    title,
    View: screen === 'dashboard' ? DashboardScreen : lazyPart(fetch, Unavailable),
    Skeleton:
      skeletons[`../${area}/${skeleton}.tsx`]?.[skeleton] ??
      (() => <ScreenSkeleton title={title} />),
  };
}

/** The title of each screen, its view and its skeleton. */
export const drawings = Object.fromEntries(
  workspaceScreens.map(([screen, row]) => [screen, drawingOf(screen, row)]),
) as Record<WorkspaceScreen, Drawing>;
