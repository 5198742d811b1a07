import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { FormActor } from '#machines/kit/form.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { formErrorOf } from '../kit/form-errors.ts';
import { Section } from '../kit/Section.tsx';
import { scrollIntoView } from '../kit/scroll-into-view.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

/** A page of settings in each of its states; the caller passes the form. */
export function FormPage<Entity, Draft>({
  actor,
  name,
  lead,
  children,
}: {
  actor: FormActor<Entity, Draft>;
  name: string;
  lead: string;
  children: (entity: Entity) => ReactNode;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { entity, problem } = useSelector(actor, ({ context }) => context);
  const body = () => {
    if (showing && entity !== null) return <div className="settings-form">{children(entity)}</div>;
    if (!problem) return <TableSkeleton rows={4} columns={2} />;
    return <Failed problem={problem} name={name} onRetry={() => actor.send({ type: 'retry' })} />;
  };
  return (
    <Section name={name} lead={lead} busy={busy}>
      {body()}
    </Section>
  );
}

/** The result of the last save, and the save button. */
export function SaveActs<Entity, Draft>({
  actor,
  fields,
}: {
  actor: FormActor<Entity, Draft>;
  fields: readonly string[];
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const saved = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'saved' }));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const shown = formErrorOf(problem, fields);
  return (
    <div className="settings-row">
      <Button look="primary" type="submit" disabled={busy}>
        Save
      </Button>
      {saved ? (
        <p className="settings-said" role="status" ref={scrollIntoView}>
          Saved
        </p>
      ) : null}
      {shown ? (
        <p className="field-error" role="alert" ref={scrollIntoView}>
          {shown}
        </p>
      ) : null}
    </div>
  );
}
