import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Problem } from '#contract/problem.ts';
import type { CollectionActor, CollectionTypes } from '#machines/kit/collection.ts';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { Section } from '../kit/Section.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

export type FormProps<Draft> = {
  draft: Draft;
  busy: boolean;
  problem: Problem | null;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
};
export type Question = { title: string; text: string; act: string };

/** A list in each of its states: what it lists, its form, what is asked before an act, and what is told only once. */
export function SettingsList<Types extends CollectionTypes>({
  actor,
  name,
  lead,
  tools,
  form,
  question,
  shownOnce,
  nameOf,
  children,
}: {
  actor: CollectionActor<Types>;
  name: string;
  lead: string;
  tools?: ReactNode;
  form?: {
    title: (draft: Types['draft']) => string;
    fields: (props: FormProps<Types['draft']>) => ReactNode;
  };
  question?: (act: Types['act']) => Question;
  shownOnce?: {
    title: (shown: Types['shown']) => string;
    body: (shown: Types['shown'], done: () => void) => ReactNode;
  };
  nameOf: (row: Types['row']) => string;
  children: (rows: Types['row'][], more: Types['more'] | null) => ReactNode;
}) {
  const { rows, more, draft, act, outcome, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const confirming = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'confirming' }));
  const cancel = () => actor.send({ type: 'form.cancel' });
  const done = () => actor.send({ type: 'shown.dismiss' });
  const shown = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'shown' }))
    ? outcome?.shown
    : undefined;
  const asked = confirming && act !== null ? question?.(act) : undefined;

  return (
    <Section
      name={name}
      lead={lead}
      busy={busy}
      refreshing={rereading}
      tools={showing ? tools : null}
    >
      <CollectionNotice actor={actor} nameOf={nameOf} />
      {showing ? children(rows, more) : null}
      {!showing && problem ? (
        <Failed problem={problem} name={name} onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {!showing && !problem ? <TableSkeleton rows={4} columns={3} /> : null}
      {writing && draft !== null && form ? (
        <FormDialog title={form.title(draft)} onClose={cancel}>
          {form.fields({
            draft,
            busy,
            problem,
            onSave: (next) => actor.send({ type: 'entry.save', draft: next }),
            onCancel: cancel,
          })}
        </FormDialog>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={asked.title}
          act={asked.act}
          onConfirm={() => actor.send({ type: 'act.confirm' })}
          onCancel={() => actor.send({ type: 'act.cancel' })}
        >
          {asked.text}
        </ConfirmDialog>
      ) : null}
      {shown !== undefined && shownOnce ? (
        <FormDialog title={shownOnce.title(shown)} onClose={done}>
          {shownOnce.body(shown, done)}
        </FormDialog>
      ) : null}
    </Section>
  );
}
