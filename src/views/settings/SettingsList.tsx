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
export type Question = { title: string; text: string; action: string };

/** A list with its form, the question before an action, and a result that is shown only once. */
export function SettingsList<Types extends CollectionTypes>({
  actor,
  name,
  lead,
  tools,
  form,
  question,
  secretPanel,
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
  question?: (action: Types['action']) => Question;
  secretPanel?: {
    title: (secret: Types['secret']) => string;
    body: (secret: Types['secret'], done: () => void) => ReactNode;
  };
  nameOf: (row: Types['row']) => string;
  children: (rows: Types['row'][], extra: Types['extra'] | null) => ReactNode;
}) {
  const { rows, extra, draft, action, outcome, problem } = useSelector(
    actor,
    ({ context }) => context,
  );
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const confirming = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'confirming' }));
  const cancel = () => actor.send({ type: 'form.cancel' });
  const done = () => actor.send({ type: 'secret.dismiss' });
  const secret = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'revealed' }))
    ? outcome?.secret
    : undefined;
  const confirmation = confirming && action !== null ? question?.(action) : undefined;

  return (
    <Section
      name={name}
      lead={lead}
      busy={busy}
      refreshing={rereading}
      tools={showing ? tools : null}
    >
      <CollectionNotice actor={actor} nameOf={nameOf} />
      {showing ? children(rows, extra) : null}
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
      {confirmation ? (
        <ConfirmDialog
          title={confirmation.title}
          action={confirmation.action}
          onConfirm={() => actor.send({ type: 'action.confirm' })}
          onCancel={() => actor.send({ type: 'action.cancel' })}
        >
          {confirmation.text}
        </ConfirmDialog>
      ) : null}
      {secret !== undefined && secretPanel ? (
        <FormDialog title={secretPanel.title(secret)} onClose={done}>
          {secretPanel.body(secret, done)}
        </FormDialog>
      ) : null}
    </Section>
  );
}
