import { useSelector } from '@xstate/react';
import type { DraftEditorActor } from '#machines/funnels/funnel-editor.ts';
import { definitionChanges } from '#model/funnel-changes.ts';
import { definitionOf, type FunnelDraft, funnelDraftOf } from '#model/funnel-draft.ts';
import { Button } from '../../kit/Button.tsx';

/** Somebody else saved meanwhile: what differs, and whose version counts. */
export function ConflictPanel({ editor }: { editor: DraftEditorActor }) {
  const { draft, original, theirs } = useSelector(editor, ({ context }) => context);
  if (!draft || !theirs || !original) return null;
  const other = funnelDraftOf(theirs);
  return (
    <section className="panel editor-conflict" role="alert" aria-label="Two versions">
      <h2 className="panel-title">Someone else saved this funnel meanwhile</h2>
      <div className="editor-versions">
        <Version name="Their version" changes={changesBetween(original, other)} />
        <Version name="Your version" changes={changesBetween(original, draft)} />
      </div>
      <div className="note-acts">
        <Button onClick={() => editor.send({ type: 'conflict.take' })}>Take theirs</Button>
        <Button look="primary" onClick={() => editor.send({ type: 'conflict.keep' })}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}

function Version({ name, changes }: { name: string; changes: readonly string[] }) {
  return (
    <div>
      <h3 className="editor-version-name">{name}</h3>
      {changes.length === 0 ? <p>Nothing that counts changed.</p> : null}
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );
}

const changesBetween = (before: FunnelDraft, after: FunnelDraft): string[] => [
  ...(before.name === after.name ? [] : [`The name is “${after.name}”.`]),
  ...(before.description === after.description
    ? []
    : [`The description is “${after.description}”.`]),
  ...(JSON.stringify(before.targets) === JSON.stringify(after.targets)
    ? []
    : ['The targets changed.']),
  ...definitionChanges(definitionOf(before), definitionOf(after)),
];
