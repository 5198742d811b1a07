import { shallowEqual, useSelector } from '@xstate/react';
import { Users } from 'lucide-react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { affiliatesOf } from '#machines/selection/selection-model.ts';
import { count } from '../kit/format.ts';
import { LazyManyPicker } from '../kit/LazyPicker.tsx';

/** Whose traffic. None chosen means all of the project. */
export function AffiliatesChoice({ actor }: { actor: SelectionActor }) {
  const affiliates = useSelector(actor, ({ context }) => affiliatesOf(context), shallowEqual);
  const chosen = useSelector(actor, ({ context }) => context.chosen);
  const named = new Set(chosen);
  const names = affiliates.filter(({ id }) => named.has(id)).map(({ name }) => name);
  const all =
    affiliates.length > 1 ? `All ${count(affiliates.length)} affiliates` : 'All affiliates';
  const shown =
    names.length === 0
      ? all
      : (names.length === 1 && names[0]) ||
        `${count(names.length)} of ${count(affiliates.length)} affiliates`;
  return (
    <LazyManyPicker
      label="Affiliates"
      icon={Users}
      shown={shown}
      items={affiliates.map((affiliate) => ({
        id: String(affiliate.id),
        label: affiliate.name || affiliate.aff_id,
        note: affiliate.aff_id,
      }))}
      chosen={chosen.map(String)}
      everything={all}
      empty="No affiliate matches."
      onChoose={(ids) => actor.send({ type: 'affiliates.choose', affiliates: ids.map(Number) })}
    />
  );
}
