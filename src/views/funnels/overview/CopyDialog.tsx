import { useSelector } from '@xstate/react';
import { z } from 'zod';
import { funnelNameSchema } from '#contract/funnels/definition.ts';
import type { OneFunnelActor } from '#machines/funnels/funnel-overview.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { FormField } from '../../kit/FormField.tsx';
import { SchemaForm } from '../../kit/SchemaForm.tsx';

const schema = z.strictObject({ name: funnelNameSchema });

/** Asks for the name of the copy, which opens in the editor. */
export function CopyDialog({ actor }: { actor: OneFunnelActor }) {
  const { draft, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const cancel = () => actor.send({ type: 'form.cancel' });
  const { name = [] } = problem?.fields ?? {};
  return (
    <FormDialog title="Duplicate the funnel" onClose={cancel}>
      <SchemaForm
        name="Copy"
        schema={async () => schema}
        problems={problem ? { name } : undefined}
        onAnswers={(draft) => actor.send({ type: 'entry.save', draft })}
      >
        <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
          <FormField
            name="name"
            label="Name of the copy"
            defaultValue={draft?.name}
            autoComplete="off"
            autoFocus
          />
          <FormError message={name.length === 0 ? problem?.message : undefined} />
          <div className="note-acts">
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
            <Button look="primary" type="submit">
              Duplicate
            </Button>
          </div>
        </fieldset>
      </SchemaForm>
    </FormDialog>
  );
}
