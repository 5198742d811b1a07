import { useSelector } from '@xstate/react';
import { Check } from 'lucide-react';
import { type Capability, mayRole } from '#contract/accounts/roles.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { affiliatesOf, projectOf } from '#machines/selection/selection-model.ts';
import { AppLink } from '../kit/AppLink.tsx';

type Step = { to: string; name: string; note: string; needs: Capability; isDone: boolean };

/** The missing set-up steps that the role may do. */
export function NextSteps({ selection }: { selection: SelectionActor }) {
  const role = useSelector(selection, ({ context }) => projectOf(context)?.role);
  const hasAffiliate = useSelector(selection, ({ context }) => affiliatesOf(context).length > 0);
  const steps: Step[] = [
    {
      to: '/settings#projects',
      name: 'Create an affiliate',
      note: 'To see who brings clicks and orders.',
      needs: 'affiliate.create',
      isDone: hasAffiliate,
    },
    {
      to: '/pixels/links',
      name: 'Get a tracking link',
      note: 'It counts the clicks of an affiliate or an ad.',
      needs: 'affiliate.create',
      isDone: false,
    },
    {
      to: '/pixels',
      name: 'Install a pixel',
      note: 'It sees the clicks and orders on your pages.',
      needs: 'master-pixel.write',
      isDone: false,
    },
    {
      to: '/settings#team',
      name: 'Invite a colleague',
      note: 'With a role that says what they may do.',
      needs: 'members.change',
      isDone: false,
    },
  ];
  const open = steps.filter(({ needs }) => mayRole(role, needs));
  if (open.length === 0) return null;
  return (
    <ul className="first-run-next" aria-label="What to do next">
      {open.map(({ to, name, note, isDone }) => (
        <li key={name}>
          <AppLink to={to} className="button">
            {isDone ? <Check size={14} aria-hidden="true" /> : null}
            {name}
            {isDone ? <span className="only-read"> (done)</span> : null}
          </AppLink>
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}
