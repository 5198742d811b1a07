import { useSelector } from '@xstate/react';
import { Component, type ReactNode, Suspense, use, useState } from 'react';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { pathIds } from '#tests/path-reports/path-ids.ts';
import { type Answer, type Path, pathsOver } from '#tests/support/paths.ts';
import type { Scene } from '#tests/support/scene.ts';
import { sceneFor } from './load-scene.tsx';
import { type Place, type Played, placeOf, play, stepAt } from './replay-path.ts';
import { textOf } from './values.ts';

type AnyScene = Scene<AnyStateMachine>;
type AnyPath = Path<AnyStateMachine>;

const asked = new URLSearchParams(window.location.search);
const pathsKnown = new WeakMap<AnyScene, AnyPath[]>();

function pathsOf(scene: AnyScene): AnyPath[] {
  const paths = pathsKnown.get(scene) ?? pathsOver(scene.machine, scene.plan);
  pathsKnown.set(scene, paths);
  return paths;
}

function start(paths: AnyPath[], ids: string[]): Place {
  const state = asked.get('state');
  const found = state === null ? null : placeOf(paths, state);
  if (found) return found;
  const path = Math.max(0, ids.indexOf(asked.get('path') ?? ''));
  const steps = paths[path]?.steps.length ?? 1;
  return { path, step: stepAt(asked.get('step'), steps) };
}

/** A separate instance of a part of the app, brought into a state by a generated path with scripted responses. */
export function Replay() {
  const name = asked.get('machine') ?? 'session';
  const scene = use(sceneFor(name));
  const paths = pathsOf(scene);
  const ids = pathIds(
    name,
    paths.map(({ title }) => title),
  );
  const [place, setPlace] = useState(() => start(paths, ids));
  const [turn, setTurn] = useState(0);
  const path = paths[place.path];
  const go = (next: Place) => {
    setPlace(next);
    setTurn(turn + 1);
    const search = new URLSearchParams({
      machine: name,
      path: ids[next.path] ?? '',
      step: String(next.step + 1),
    });
    window.history.replaceState(null, '', `/__workflows/replay?${search}`);
  };
  if (!path) return <p>There is no path over {name}.</p>;

  return (
    <div className="workbench-replay">
      <aside className="workbench-replay-side" aria-label="Path">
        <h1>{name}</h1>
        <label>
          Path
          <select
            value={place.path}
            onChange={({ target }) => {
              const next = Number(target.value);
              go({ path: next, step: (paths[next]?.steps.length ?? 1) - 1 });
            }}
          >
            {paths.map(({ title }, index) => (
              <option key={ids[index]} value={index}>
                {`${ids[index]}: ${title}`}
              </option>
            ))}
          </select>
        </label>
        <ol className="workbench-actors">
          {path.steps.map(({ event, state }, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a path have nothing but their order
            <li key={step}>
              <button
                type="button"
                aria-current={step === place.step ? 'step' : undefined}
                onClick={() => go({ ...place, step })}
              >
                <span>{`${step + 1}. ${event.type}`}</span>
                <strong>{textOf(state.value)}</strong>
              </button>
            </li>
          ))}
        </ol>
        <a href={`/__workflows?machine=${name}`}>To the drawing</a>
      </aside>
      <Copy key={turn} scene={scene} path={path} step={place.step} />
    </div>
  );
}

function Copy({ scene, path, step }: { scene: AnyScene; path: AnyPath; step: number }) {
  const [playing] = useState(() => play(scene, path, step));
  return (
    <Suspense fallback={<p className="workbench-quiet">On its way …</p>}>
      <Stage scene={scene} playing={playing} />
    </Suspense>
  );
}

function Stage({ scene, playing }: { scene: AnyScene; playing: Promise<Played> }) {
  const { actor, answer, wait, problem } = use(playing);
  const [refusal, setRefusal] = useState<string | null>(null);
  const attempt = (act: () => void) => {
    try {
      act();
      setRefusal(null);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    }
  };
  const snapshot = useSelector(actor, (one): AnyMachineSnapshot => one);
  const said = problem ?? refusal;
  return (
    <div className="workbench-replay-stage">
      <div className="workbench-bar">
        <output>{textOf(snapshot.value)}</output>
        {said ? <p role="alert">{said}</p> : null}
        {answersTo(scene, snapshot).map(([id, one]) => (
          <button
            key={`${id} ${JSON.stringify(one)}`}
            type="button"
            className="button"
            data-size="small"
            title={JSON.stringify(one).slice(0, 400)}
            onClick={() => attempt(() => answer(id, one))}
          >
            {`${'error' in one ? '✗' : '✓'} ${id}`}
          </button>
        ))}
        {delaysOf(snapshot).map((delay) => (
          <button
            key={delay}
            type="button"
            className="button"
            data-size="small"
            onClick={() => attempt(() => wait(delay))}
          >
            {`after ${delay}`}
          </button>
        ))}
      </div>
      <div className="workbench-replay-view">
        <Torn>{scene.view(actor as never)}</Torn>
      </div>
    </div>
  );
}

/** The possible results of the running actors. */
const answersTo = ({ plan }: AnyScene, { children }: AnyMachineSnapshot): [string, Answer][] =>
  Object.entries<readonly Answer[]>(plan.answers)
    .filter(([id]) => children[id] !== undefined)
    .flatMap(([id, answers]) => answers.map((one): [string, Answer] => [id, one]));

/** The delays that can elapse in this state. */
const delaysOf = ({ _nodes }: AnyMachineSnapshot): string[] => [
  ...new Set(_nodes.flatMap(({ after }) => after.map(({ delay }) => String(delay)))),
];

/** The error boundary of a view that cannot be rendered outside the app; the path can still be walked. */
class Torn extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    if (this.state.error === null) return this.props.children;
    return <p role="alert">{`The view could not be drawn. ${String(this.state.error)}`}</p>;
  }
}
