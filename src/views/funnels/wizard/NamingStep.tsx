import { useSelector } from '@xstate/react';
import { funnelNameSchema } from '#contract/funnels/definition.ts';
import { slugSchema } from '#contract/slug.ts';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { WizardForm } from './WizardForm.tsx';

/** The name of the funnel, and its short name in addresses. */
export function NamingStep({ actor }: { actor: FunnelWizardActor }) {
  const { draft, slugAnswer, problem } = useSelector(actor, ({ context }) => context);
  const isOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'next' }));
  const isTaken = useSelector(actor, (snapshot) => snapshot.matches({ open: { naming: 'taken' } }));
  const isRefused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { naming: 'refused' } }),
  );
  const isFree = useSelector(actor, (snapshot) => snapshot.matches({ open: { naming: 'free' } }));
  const isUnchecked = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { naming: 'unchecked' } }),
  );
  const refused = isRefused ? (problem?.fields ?? {}) : {};
  const isUnslugged = draft.name.trim() !== '' && draft.slug === '';
  return (
    <WizardForm
      actor={actor}
      name="Name of the funnel"
      action="Next: steps"
      isOpen={isOpen}
      reason={draft.name.trim() === '' ? 'Enter a name first.' : null}
      onGo={() => actor.send({ type: 'next' })}
    >
      <Field
        label="Name"
        faults={[
          ...(draft.name === '' ? [] : sentencesOf(funnelNameSchema, draft.name)),
          ...(refused.name ?? []),
        ]}
      >
        <FieldInput
          autoComplete="off"
          maxLength={90}
          value={draft.name}
          onValueChange={(typed) => actor.send({ type: 'name.change', name: typed })}
        />
      </Field>
      <Field
        label="Short name in addresses"
        note={`/funnels/${draft.slug || '…'}${isFree ? ' is free.' : ''}${isUnchecked ? ' could not be checked now; it will be when you publish.' : ''}`}
        faults={[
          ...(draft.slug === '' && !isUnslugged ? [] : sentencesOf(slugSchema, draft.slug)),
          ...(isTaken && slugAnswer
            ? [
                slugAnswer.reason ?? 'Another funnel has this short name.',
                `Next uses “${slugAnswer.suggestion}”.`,
              ]
            : []),
          ...(refused.slug ?? []),
        ]}
      >
        <FieldInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={70}
          value={draft.slug}
          onValueChange={(typed) => actor.send({ type: 'slug.change', slug: typed })}
        />
      </Field>
      {isTaken && slugAnswer ? (
        <Button size="small" onClick={() => actor.send({ type: 'slug.take' })}>
          Use {slugAnswer.suggestion}
        </Button>
      ) : null}
    </WizardForm>
  );
}

type Checked = {
  safeParse: (text: string) => { error?: { issues: { message: string }[] } | undefined };
};

const sentencesOf = (schema: Checked, text: string): string[] =>
  (schema.safeParse(text).error?.issues ?? []).map(({ message }) => message);
