import type { ComponentProps } from 'react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { WizardForm as KitForm } from '../../kit/WizardForm.tsx';

/** A step of the wizard as a form. */
export function WizardForm({
  actor,
  ...form
}: Omit<ComponentProps<typeof KitForm>, 'onBack'> & { actor: FunnelWizardActor }) {
  return <KitForm {...form} onBack={() => actor.send({ type: 'back' })} />;
}
