import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { mapState } from 'xstate';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { SavedViewsActor, SavedViewsSnapshot } from '#machines/saved-views/saved-views.ts';
import { currentViewState } from '#machines/selection/permalink.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { Button } from '../kit/Button.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { ViewActions } from './ViewActions.tsx';
import { ViewName } from './ViewName.tsx';

type Props = { actor: SavedViewsActor; selection: SelectionActor; onShown: () => void };

/** The saved views of a person, and a form that saves the present one. */
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
  const notRestored = useSelector(actor, notRestoredIn);
  const refusal = useSelector(actor, ({ context }) => context.problem);
  return (
    <div className="views-problem" role="alert">
      <p>
        {notRestored ? `“${notRestored.entry.name}” not restored. ` : ''}
        {(notRestored?.problem ?? refusal)?.message}
      </p>
      {notRestored ? <UndoButton actor={actor} entry={notRestored.entry} /> : null}
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
  const saved = useSelector(actor, ({ context }) => context.extra?.saved);
  const projects = useSelector(selection, ({ context }) => context.projects);
  const project = useSelector(selection, ({ context }) => context.project);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const notRestored = useSelector(actor, notRestoredIn);
  const dismissible = useSelector(actor, (snapshot) => snapshot.can({ type: 'problem.dismiss' }));
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'refused' } }),
  );
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = notRestored?.problem ?? refusal;

  const save = (name: string) => {
    const opening = currentViewState(selection.getSnapshot().context);
    setOurs(true);
    actor.send({
      type: 'action.run',
      action: { kind: 'save', draft: { name, project: opening.project ?? 0, opening } },
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
      {(refused || notRestored) && problem ? (
        <div className="views-problem" role="alert">
          <p>
            {notRestored ? `“${notRestored.entry.name}” not restored. ` : ''}
            {problem.fields?.name?.[0] ?? problem.message}
          </p>
          {notRestored ? <UndoButton actor={actor} entry={notRestored.entry} /> : null}
          {dismissible ? (
            <Button
              size="small"
              onClick={() => {
                field()?.focus();
                actor.send({ type: 'problem.dismiss' });
              }}
            >
              Dismiss
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className="views-new">
        <ViewName
          key={saved}
          label="Name of this view"
          action="Save this view"
          isWanted={isOurs}
          onName={save}
        />
      </div>
    </fieldset>
  );
}

function UndoButton({ actor, entry }: { actor: SavedViewsActor; entry: SavedView }) {
  return (
    <Button size="small" onClick={() => actor.send({ type: 'entry.restore', entry })}>
      Undo
    </Button>
  );
}

const notRestoredIn = (snapshot: SavedViewsSnapshot) =>
  snapshot.hasTag('undoable') ? snapshot.context.notRestored[0] : undefined;

/** Keeps the focus in the row after an action, or moves it to the next row if the action removes the row. */
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
  /** Whether the view belongs to another project, so that it cannot be updated to this screen. */
  isElsewhere: boolean;
  /** Only for a person with several projects. */
  projectName: string | undefined;
  focusLast: () => HTMLElement | null;
}) {
  const row = useRef<HTMLLIElement>(null);
  /** Found before the action, because its response may remove the row before the menu closes. */
  const beside = useRef<Element | null>(null);
  const [renaming, setRenaming] = useState<'no' | 'asked' | 'done'>('no');
  const { name } = view;
  const move = (position: number) =>
    actor.send({ type: 'action.run', action: { kind: 'move', view, position } });

  return (
    <li className="views-row" ref={row}>
      {renaming === 'asked' ? (
        <ViewName
          label={`New name of ${name}`}
          action="Rename"
          initial={name}
          isWanted
          onName={(name) => {
            setRenaming('done');
            actor.send({ type: 'action.run', action: { kind: 'rename', view, name } });
          }}
        />
      ) : (
        <button
          type="button"
          className="menu-item"
          ref={renaming === 'done' ? takeKeyboard : null}
          onClick={() => {
            actor.send({ type: 'action.run', action: { kind: 'show', view } });
            onShown();
          }}
        >
          <span className="menu-text">{name}</span>
          {projectName ? <span className="menu-note">{projectName}</span> : null}
        </button>
      )}
      <ViewActions
        name={name}
        actions={{
          update: isElsewhere
            ? null
            : () => {
                const opening = currentViewState(selection.getSnapshot().context);
                actor.send({ type: 'action.run', action: { kind: 'update', view, opening } });
              },
          rename: () => setRenaming('asked'),
          up: above ? () => move(above.position) : null,
          down: below ? () => move(below.position + 1) : null,
          remove: () => {
            const { current } = row;
            beside.current = current?.nextElementSibling ?? current?.previousElementSibling ?? null;
            actor.send({ type: 'entry.remove', entry: view });
          },
        }}
        focusAfter={(action) => {
          if (action === 'rename') return row.current?.querySelector('input') ?? null;
          if (action !== 'remove') return null;
          return beside.current?.querySelector('button') ?? focusLast();
        }}
      />
    </li>
  );
}

const takeKeyboard = (button: HTMLElement | null) => button?.focus();
