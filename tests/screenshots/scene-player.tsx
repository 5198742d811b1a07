import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { SimulatedClock } from 'xstate';
import { DefaultLayout } from '#views/kit/layouts/DefaultLayout.tsx';
import { EmptyLayout } from '#views/kit/layouts/EmptyLayout.tsx';
import { TableStyles } from '#views/kit/TableStyles.tsx';
import { lengthOf } from '../support/delays.ts';
import { type Path, pathsOver, walk } from '../support/paths.ts';
import { type Scene, startScene } from '../support/scene.ts';
import type { ScenePlayer } from './scene-screens.ts';
import '../../src/styles/member.css';

/** Any view is drawn here, also one without the screen that brings its styles. */
import.meta.glob('../../src/views/**/*.css', { eager: true });

const files = import.meta.glob<Record<string, Scene<AnyStateMachine>>>(
  '../support/scenes/**/*.tsx',
);

/** The app's frame around a scene: that of pages outside the dashboard, or none where a scene has its own. */
function withLayout(name: string, view: ReactNode): ReactNode {
  if (['invite', 'sign-up', 'submission'].includes(name)) return <EmptyLayout>{view}</EmptyLayout>;
  if (['document', 'settings'].includes(name)) {
    return <DefaultLayout home="/">{view}</DefaultLayout>;
  }
  if (['session', 'selection'].includes(name)) return view;
  return <main className="shell-main">{view}</main>;
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length);
const textOf = ({ value }: AnyMachineSnapshot) => JSON.stringify(value).replaceAll('"', '');

let root: Root | undefined;
let opened:
  | { name: string; scene: Scene<AnyStateMachine>; paths: Map<string, ScenePath> }
  | undefined;

/** A path up to the shown state. */
type ScenePath = Path<AnyStateMachine>;

/** The shortest path to every state value; transitions before the first render are left out. */
function shortestPaths({ machine, plan }: Scene<AnyStateMachine>): Map<string, ScenePath> {
  const paths = new Map<string, ScenePath>();
  for (const path of pathsOver(machine, plan)) {
    for (const [index, { state }] of path.steps.entries()) {
      const steps = path.steps.slice(0, index + 1);
      const known = paths.get(textOf(state));
      if (!known || known.steps.length > steps.length) paths.set(textOf(state), { ...path, steps });
    }
  }
  return paths;
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`${what} did not come.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const page: ScenePlayer = {
  scenes: () => Object.keys(files).map(nameOf),
  async open(name) {
    const load = Object.entries(files).find(([file]) => nameOf(file) === name)?.[1];
    const scene = Object.entries((await load?.()) ?? {}).find(([key]) =>
      key.endsWith('Scene'),
    )?.[1];
    if (!scene) throw new Error(`There is no scene "${name}".`);
    opened = { name, scene, paths: shortestPaths(scene) };
    return [...opened.paths.keys()];
  },
  async show(state) {
    const path = opened?.paths.get(state);
    if (!opened || !path) throw new Error(`There is no way to "${state}".`);
    const { name, scene } = opened;
    const clock = new SimulatedClock();
    const { actor, answer } = startScene(scene, path, { clock });
    root?.unmount();
    root = createRoot(document.getElementById('root') ?? document.body);
    root.render(<TableStyles>{withLayout(name, scene.view(actor as never))}</TableStyles>);
    await walk(path, {
      send: (event) => actor.send(event),
      answer,
      wait: (delay) => clock.increment(lengthOf(scene.machine.implementations.delays[delay])),
      expect: (next: AnyMachineSnapshot) =>
        until(() => textOf(actor.getSnapshot()) === textOf(next), textOf(next)),
    });
  },
};

Object.assign(window, { scenePlayer: page });
