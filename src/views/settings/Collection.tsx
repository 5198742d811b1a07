import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Problem } from '#contract/problem.ts';
import type { RosterActor } from '#machines/roster.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { ErrorNotice } from '../kit/ErrorNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { Section } from './Section.tsx';
import { Sheet } from './Sheet.tsx';

export type FormProps<Draft> = {
  draft: Draft;
  busy: boolean;
  problem: Problem | null;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
};
export type Question = { title: string; text: string; act: string };

/** A list in each of its states: what it lists, its form, what is asked before an act, and what is told only once. */
export function Collection<Data, Draft, Act, Shown>({
  actor,
  name,
  lead,
  tools,
  form,
  question,
  told,
  children,
}: {
  actor: RosterActor<Data, Draft, Act, Shown>;
  name: string;
  lead: string;
  tools?: ReactNode;
  form?: { title: (draft: Draft) => string; fields: (props: FormProps<Draft>) => ReactNode };
  question?: (act: Act) => Question;
  told?: { title: (shown: Shown) => string; body: (shown: Shown, done: () => void) => ReactNode };
  children: (data: Data) => ReactNode;
}) {
  const { data, draft, act, shown, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const stand = useSelector(actor, (snapshot) =>
    (['rereading', 'stale', 'refused'] as const).find((resting) =>
      snapshot.matches({ ready: { resting } }),
    ),
  );
  const confirming = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'confirming' }));
  const cancel = () => actor.send({ type: 'entry.cancel' });
  const done = () => actor.send({ type: 'shown.dismiss' });
  const asked = confirming && act !== null ? question?.(act) : undefined;

  return (
    <Section
      name={name}
      lead={lead}
      busy={busy}
      refreshing={stand === 'rereading'}
      tools={showing ? tools : null}
    >
      {problem && stand === 'stale' ? (
        <ErrorNotice
          problem={problem}
          words=" What is shown is from before."
          act="Retry"
          onAct={() => actor.send({ type: 'retry' })}
        />
      ) : null}
      {problem && stand === 'refused' ? (
        <ErrorNotice
          problem={problem}
          act="Dismiss"
          onAct={() => actor.send({ type: 'problem.dismiss' })}
        />
      ) : null}
      {showing && data !== null ? children(data) : null}
      {!showing && problem ? (
        <Failed problem={problem} name={name} onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {!showing && !problem ? <TableSkeleton rows={4} columns={3} /> : null}
      {writing && draft !== null && form ? (
        <Sheet title={form.title(draft)} onClose={cancel}>
          {form.fields({
            draft,
            busy,
            problem,
            onSave: (next) => actor.send({ type: 'entry.save', draft: next }),
            onCancel: cancel,
          })}
        </Sheet>
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
      {shown !== null && told ? (
        <Sheet title={told.title(shown)} onClose={done}>
          {told.body(shown, done)}
        </Sheet>
      ) : null}
    </Section>
  );
}
