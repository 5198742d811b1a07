import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { SimulatedClock } from 'xstate';
import { DefaultLayout } from '#views/kit/layouts/DefaultLayout.tsx';
import { EmptyLayout } from '#views/kit/layouts/EmptyLayout.tsx';
import { TableStyles } from '#views/kit/TableStyles.tsx';
import { lengthOf } from '../support/delays.ts';
import { type Path, pathsOver, walk } from '../support/paths.ts';
import { type Scene, stage } from '../support/scene.ts';
import type { Stage } from './stage-shots.ts';
import '../../src/styles/member.css';

/** Any view is drawn here, also one without the screen that brings its styles. */
import.meta.glob('../../src/views/**/*.css', { eager: true });

const files = import.meta.glob<Record<string, Scene<AnyStateMachine>>>(
  '../support/scenes/**/*.tsx',
);

/** The app's frame around a scene: that of pages outside the dashboard, or none where a scene has its own. */
function framed(name: string, view: ReactNode): ReactNode {
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
let opened: { name: string; scene: Scene<AnyStateMachine>; ways: Map<string, Way> } | undefined;

/** A path up to the shown state. */
type Way = Path<AnyStateMachine>;

/** The shortest path to every state value; transitions before the first render are left out. */
function waysOver({ machine, plan }: Scene<AnyStateMachine>): Map<string, Way> {
  const ways = new Map<string, Way>();
  for (const path of pathsOver(machine, plan)) {
    for (const [index, { state }] of path.steps.entries()) {
      const steps = path.steps.slice(0, index + 1);
      const known = ways.get(textOf(state));
      if (!known || known.steps.length > steps.length) ways.set(textOf(state), { ...path, steps });
    }
  }
  return ways;
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`${what} did not come.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const page: Stage = {
  scenes: () => Object.keys(files).map(nameOf),
  async open(name) {
    const load = Object.entries(files).find(([file]) => nameOf(file) === name)?.[1];
    const scene = Object.entries((await load?.()) ?? {}).find(([key]) =>
      key.endsWith('Scene'),
    )?.[1];
    if (!scene) throw new Error(`There is no scene "${name}".`);
    opened = { name, scene, ways: waysOver(scene) };
    return [...opened.ways.keys()];
  },
  async show(state) {
    const way = opened?.ways.get(state);
    if (!opened || !way) throw new Error(`There is no way to "${state}".`);
    const { name, scene } = opened;
    const clock = new SimulatedClock();
    const { actor, answer } = stage(scene, way, { clock });
    root?.unmount();
    root = createRoot(document.getElementById('root') ?? document.body);
    root.render(<TableStyles>{framed(name, scene.view(actor as never))}</TableStyles>);
    await walk(way, {
      send: (event) => actor.send(event),
      answer,
      wait: (delay) => clock.increment(lengthOf(scene.machine.implementations.delays[delay])),
      expect: (next: AnyMachineSnapshot) =>
        until(() => textOf(actor.getSnapshot()) === textOf(next), textOf(next)),
    });
  },
};

Object.assign(window, { stage: page });
