import { useSelector } from '@xstate/react';
import { deletionGraceDays } from '#contract/members/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { ProjectDeletionActor } from '#machines/settings/project-deletion.ts';
import { deletionFormSchema } from '#model/settings-forms.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormActions } from '../kit/FormActions.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { moment } from '../kit/format.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { Section } from '../kit/Section.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

/** Deletes a project, or restores it within a week. */
export function ProjectDeletion({ actor, zone }: { actor: ProjectDeletionActor; zone: string }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { found, problem } = useSelector(actor, ({ context }) => context);
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const body = () => {
    if (failed && problem) {
      return (
        <Failed problem={problem} name="project" onRetry={() => actor.send({ type: 'retry' })} />
      );
    }
    return found ? (
      <DeletionState actor={actor} project={found} zone={zone} />
    ) : (
      <TableSkeleton rows={1} columns={2} />
    );
  };
  return (
    <Section
      name="Delete project"
      lead={`Deletes its events, figures, affiliates and pixels. You can restore it for ${deletionGraceDays} days.`}
      busy={busy}
    >
      {body()}
    </Section>
  );
}

function DeletionState({
  actor,
  project,
  zone,
}: {
  actor: ProjectDeletionActor;
  project: Project;
  zone: string;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const cancel = () => actor.send({ type: 'deletion.cancel' });
  if (project.deletes_at) {
    return (
      <div className="settings-form">
        <p role="status">{`${project.name} is deleted on ${moment(project.deletes_at, zone)}.`}</p>
        {problem ? (
          <p className="field-error" role="alert">
            {problem.message}
          </p>
        ) : null}
        <div className="settings-row">
          <Button
            look="primary"
            disabled={busy}
            onClick={() => actor.send({ type: 'deletion.undo' })}
          >
            Keep the project
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="settings-form">
      <div className="settings-row">
        <Button disabled={busy} onClick={() => actor.send({ type: 'deletion.start' })}>
          Delete {project.name}
        </Button>
      </div>
      {writing ? (
        <FormDialog title={`Delete ${project.name}?`} onClose={cancel}>
          <SchemaForm
            name="Delete project"
            schema={async () => deletionFormSchema(project.name)}
            problems={fieldErrorsOf(problem)}
            onAnswers={({ name }) => actor.send({ type: 'deletion.submit', name })}
          >
            <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
              <p>
                {`In ${deletionGraceDays} days it is deleted permanently. Until then an owner can keep it.`}
              </p>
              <FormField
                name="name"
                label={`Type ${project.name} to go on`}
                autoComplete="off"
                autoFocus
              />
            </fieldset>
            <FormActions
              problem={problem}
              fields={['name']}
              action="Delete project"
              busy={busy}
              onCancel={cancel}
            />
          </SchemaForm>
        </FormDialog>
      ) : null}
    </div>
  );
}
