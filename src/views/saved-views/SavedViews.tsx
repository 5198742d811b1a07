import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { mapState } from 'xstate';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { SavedViewsActor, SavedViewsSnapshot } from '#machines/saved-views/saved-views.ts';
import { currentViewState } from '#machines/selection/permalink.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { Button } from '../kit/Button.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { ViewActs } from './ViewActs.tsx';
import { ViewName } from './ViewName.tsx';

type Props = { actor: SavedViewsActor; selection: SelectionActor; onShown: () => void };

/** The list of a person's views, and the way to save the one on screen. */
export function SavedViews({ actor, selection, onShown }: Props) {
  const Scene = useSelector(actor, sceneOf);
  return (
    <section aria-label="Saved views" className="views-part">
      <Scene actor={actor} selection={selection} onShown={onShown} />
    </section>
  );
}

const sceneOf = (snapshot: SavedViewsSnapshot) =>
  mapState<SavedViewsSnapshot, typeof Views | typeof Waiting>(snapshot, {
    states: {
      failed: { map: () => Unread },
      ready: { map: () => Views },
    },
  })[0]?.result ?? Waiting;

function Waiting(_: Props) {
  return (
    <div className="views-list" aria-busy="true">
      <p className="menu-item">
        <Skeleton width="60%" height={12} />
      </p>
      <p className="menu-item">
        <Skeleton width="45%" height={12} />
      </p>
    </div>
  );
}

function Unread({ actor }: Props) {
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <div className="views-problem" role="alert">
      <p>{problem?.message}</p>
      <Button
        size="small"
        aria-label="Retry saved views"
        onClick={() => actor.send({ type: 'retry' })}
      >
        Retry
      </Button>
    </div>
  );
}

function Views({ actor, selection, onShown }: Props) {
  const body = useRef<HTMLFieldSetElement>(null);
  const [isOurs, setOurs] = useState(false);
  const views = useSelector(actor, ({ context }) => context.rows);
  const saved = useSelector(actor, ({ context }) => context.more?.saved);
  const projects = useSelector(selection, ({ context }) => context.projects);
  const project = useSelector(selection, ({ context }) => context.project);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const away = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.notRestored[0] : undefined,
  );
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'refused' } }),
  );
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = away?.problem ?? refusal;

  const save = (name: string) => {
    const opening = currentViewState(selection.getSnapshot().context);
    setOurs(true);
    actor.send({
      type: 'act.take',
      act: { act: 'save', draft: { name, project: opening.project ?? 0, opening } },
    });
  };
  const field = () => body.current?.querySelector<HTMLElement>('.views-new input') ?? null;

  return (
    <fieldset className="views-body" aria-busy={busy} ref={body}>
      <legend className="only-read">Saved views</legend>
      {views.length === 0 ? (
        <p className="views-none">You have no saved views yet.</p>
      ) : (
        <ul className="views-list">
          {views.map((view, index) => (
            <View
              key={view.id}
              actor={actor}
              selection={selection}
              view={view}
              above={views[index - 1]}
              below={views[index + 1]}
              isElsewhere={view.project !== project}
              projectName={
                projects.length > 1 ? projects.find(({ id }) => id === view.project)?.name : ''
              }
              focusLast={field}
              onShown={onShown}
            />
          ))}
        </ul>
      )}
      {(refused || away) && problem ? (
        <div className="views-problem" role="alert">
          <p>
            {away ? `“${away.entry.name}” is still away. ` : ''}
            {problem.fields?.name?.[0] ?? problem.message}
          </p>
          {away ? (
            <Button
              size="small"
              onClick={() => actor.send({ type: 'entry.restore', entry: away.entry })}
            >
              Undo
            </Button>
          ) : null}
          <Button
            size="small"
            onClick={() => {
              field()?.focus();
              actor.send({ type: 'problem.dismiss' });
            }}
          >
            Dismiss
          </Button>
        </div>
      ) : null}
      <div className="views-new">
        <ViewName
          key={saved}
          label="Name of this view"
          act="Save this view"
          isWanted={isOurs}
          onName={save}
        />
      </div>
    </fieldset>
  );
}

/** The keyboard stays in the row after each act, or goes to the row beside it when the act removes the row. */
function View({
  actor,
  selection,
  view,
  above,
  below,
  isElsewhere,
  projectName = '',
  focusLast,
  onShown,
}: Props & {
  view: SavedView;
  above: SavedView | undefined;
  below: SavedView | undefined;
  /** Of another project than the one on screen, which it cannot be moved to. */
  isElsewhere: boolean;
  /** Where a person has several. */
  projectName: string | undefined;
  focusLast: () => HTMLElement | null;
}) {
  const row = useRef<HTMLLIElement>(null);
  /** Looked up before the act: its answer may take the row away before the menu has closed. */
  const beside = useRef<Element | null>(null);
  const [naming, setNaming] = useState<'no' | 'asked' | 'done'>('no');
  const { name } = view;
  const move = (position: number) =>
    actor.send({ type: 'act.take', act: { act: 'move', view, position } });

  return (
    <li className="views-row" ref={row}>
      {naming === 'asked' ? (
        <ViewName
          label={`New name of ${name}`}
          act="Rename"
          given={name}
          isWanted
          onName={(name) => {
            setNaming('done');
            actor.send({ type: 'act.take', act: { act: 'rename', view, name } });
          }}
        />
      ) : (
        <button
          type="button"
          className="menu-item"
          ref={naming === 'done' ? takeKeyboard : null}
          onClick={() => {
            actor.send({ type: 'act.take', act: { act: 'show', view } });
            onShown();
          }}
        >
          <span className="menu-text">{name}</span>
          {projectName ? <span className="menu-note">{projectName}</span> : null}
        </button>
      )}
      <ViewActs
        name={name}
        acts={{
          update: isElsewhere
            ? null
            : () => {
                const opening = currentViewState(selection.getSnapshot().context);
                actor.send({ type: 'act.take', act: { act: 'update', view, opening } });
              },
          rename: () => setNaming('asked'),
          up: above ? () => move(above.position) : null,
          down: below ? () => move(below.position + 1) : null,
          remove: () => {
            const { current } = row;
            beside.current = current?.nextElementSibling ?? current?.previousElementSibling ?? null;
            actor.send({ type: 'entry.remove', entry: view });
          },
        }}
        focusAfter={(act) => {
          if (act === 'rename') return row.current?.querySelector('input') ?? null;
          if (act !== 'remove') return null;
          return beside.current?.querySelector('button') ?? focusLast();
        }}
      />
    </li>
  );
}

const takeKeyboard = (button: HTMLElement | null) => button?.focus();
