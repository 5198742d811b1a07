import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import { useSearch } from 'wouter';
import type { OfferFormActor, OfferFormSnapshot } from '#machines/offers/offer-editor.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { count } from '../../kit/format.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { OfferStatusChip } from '../common/OfferStatusChip.tsx';
import type { useFormFields } from './form-fields.ts';

/** The name of the offer, whether its changes are saved, and the acts. */
export function OfferFormHead({
  form,
  fields,
}: {
  form: OfferFormActor;
  fields: ReturnType<typeof useFormFields>;
}) {
  const search = useSearch();
  const detail = useSelector(form, ({ context }) => context.entity?.detail ?? null);
  const busy = useSelector(form, (snapshot) => snapshot.hasTag('busy'));
  const isChanged = useSelector(form, (snapshot) => snapshot.hasTag('changed'));
  const canDiscard = useSelector(form, (snapshot) => snapshot.can({ type: 'draft.discard' }));
  const canSave = useSelector(form, (snapshot) => snapshot.can({ type: 'draft.save' }));
  const faults = useSelector(form, ({ context }) => context.faults.length);
  const refusal = useSelector(form, refusalOf);
  const state = useSelector(form, savedWords);
  const back = detail === null ? offerPaths.list : offerPaths.detail(detail.id);
  const save = () => {
    if (canSave) return form.send({ type: 'draft.save' });
    if (!isChanged && detail !== null) return;
    fields.showAll();
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.offer-form [data-invalid]')?.focus(),
    );
  };
  return (
    <header className="offer-editor-head" aria-busy={busy}>
      <AppLink to={linkWith(back, search)} className="story-back">
        <ArrowLeft size={16} aria-hidden="true" />
        {detail === null ? 'Offers' : detail.name}
      </AppLink>
      <div className="offer-editor-title">
        <h1>{detail === null ? 'Add an offer' : `Edit ${detail.name}`}</h1>
        {detail === null ? null : <OfferStatusChip status={detail.status} />}
      </div>
      <div className="offer-editor-acts">
        <p className="quiet" role="status">
          {state}
          {isChanged && faults > 0
            ? `, ${faults === 1 ? '1 field needs' : `${count(faults)} fields need`} attention`
            : ''}
        </p>
        <Button
          look="quiet"
          aria-disabled={!canDiscard}
          onClick={() => form.send({ type: 'draft.discard' })}
        >
          Discard changes
        </Button>
        <Button look="primary" aria-disabled={!canSave} onClick={save}>
          {detail === null ? 'Create offer' : 'Save changes'}
        </Button>
      </div>
      {refusal ? (
        <div className="figures-trouble" role="alert">
          <p>{refusal.message} Nothing that you typed is lost.</p>
          <Button size="small" onClick={() => form.send({ type: 'draft.save' })}>
            Save again
          </Button>
        </div>
      ) : null}
    </header>
  );
}

const refusalOf = (snapshot: OfferFormSnapshot) =>
  snapshot.matches({ ready: { editing: 'refused' } }) ? snapshot.context.problem : null;

function savedWords(snapshot: OfferFormSnapshot): string {
  if (snapshot.hasTag('busy')) return 'Saving';
  if (snapshot.hasTag('changed')) return 'Unsaved changes';
  if (snapshot.matches({ ready: { editing: 'saved' } })) return 'Saved';
  return snapshot.context.entity?.detail === null ? '' : 'All changes are saved';
}
