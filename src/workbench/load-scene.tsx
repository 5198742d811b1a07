import type { AnyStateMachine } from 'xstate';
import { plannedMachines } from '#tests/support/planned.ts';
import { type Scene, sceneOf } from '#tests/support/scene.ts';
import { withActors } from '#tests/support/stub-machines.ts';
import { MachineContext } from './MachineContext.tsx';

type AnyScene = Scene<AnyStateMachine>;

const files = import.meta.glob<Record<string, unknown>>('../../tests/support/scenes/**/*.tsx');
const known = new Map<string, Promise<AnyScene>>();

/** A machine with its view; a machine without a view shows its value and context. */
export function sceneFor(name: string): Promise<AnyScene> {
  const scene = known.get(name) ?? fetchScene(name);
  known.set(name, scene);
  return scene;
}

async function fetchScene(name: string): Promise<AnyScene> {
  const file = Object.keys(files).find((path) => path.endsWith(`/${name}.tsx`));
  const module = file ? await files[file]?.() : undefined;
  return Object.values(module ?? {}).find(isScene) ?? bareScene(name);
}

const isScene = (value: unknown): value is AnyScene =>
  typeof value === 'object' && value !== null && 'plan' in value && 'view' in value;

function bareScene(name: string): AnyScene {
  const planned = plannedMachines[name];
  if (!planned) throw new Error(`There is no machine “${name}”.`);
  return sceneOf(planned.machine, planned.plan, {
    provide: withActors,
    view: (actor) => <MachineContext actor={actor} />,
  });
}
