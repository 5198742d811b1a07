import type { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

const press =
  (name: string | RegExp) =>
  async (_: unknown, { user, screen }: UserAndScreen) =>
    user.click(screen.getByRole('button', { name }));

async function write(label: string, text: string, { user, screen }: UserAndScreen) {
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: label });
  if (field.value === text) return fromElsewhere;
  await user.clear(field);
  return text === '' ? undefined : user.paste(text);
}

export const funnelWizardGestures: Gestures<typeof funnelWizardMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'template.choose': press(/^Quiz/),
  'detection.choose': press('Detect from my events'),
  'suggestion.choose': press(/^Landing \/offer to purchase/),
  'empty.choose': press('Begin without steps'),
  'draft.resume': press('Go on'),
  'draft.discard': press(/^Discard/),
  'draft.keep': press('Keep it'),
  'name.change': ({ name }, hands) => write('Name', name, hands),
  'slug.change': ({ slug }, hands) => write('Short name in addresses', slug, hands),
  'slug.take': press('Use main-offer-2'),
  'definition.change': fromElsewhere,
  'catalog.retry': async (event, hands) =>
    hands.screen.queryByRole('button', { name: 'Read the events again' })
      ? press('Read the events again')(event, hands)
      : fromElsewhere,
  'preview.retry': press('Count again'),
  next: press(/^Next/),
  back: press('Back'),
  publish: press('Create and publish'),
  'draft.stored': fromElsewhere,
  leave: press('Cancel'),
  stay: press('Stay here'),
};
