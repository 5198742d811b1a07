import { useSelector } from '@xstate/react';
import type { OfferFormActor } from '#machines/offers/offer-editor.ts';
import { type OfferDraft, offerDraftOf } from '#model/offer-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { none } from '../../kit/format.ts';

/** Another member saved meanwhile: what differs, and whose value counts where both changed the same. */
export function OfferConflict({ form }: { form: OfferFormActor }) {
  const { draft, theirs } = useSelector(form, ({ context }) => context);
  if (!draft || !theirs) return null;
  const other = offerDraftOf(theirs);
  const names = (Object.keys(draft) as (keyof OfferDraft)[]).filter(
    (name) => textOf(draft[name]) !== textOf(other[name]),
  );
  return (
    <section className="panel offer-conflict" role="alert" aria-label="Two versions">
      <h2 className="panel-title">Someone else saved this offer meanwhile</h2>
      <p>
        What only one of you changed is kept. Choose whose value counts where you both changed the
        same.
      </p>
      <div className="offer-conflict-frame">
        <table className="log">
          <caption className="only-read">What differs</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{wordsOf(name)}</th>
                <td>{textOf(other[name])}</td>
                <td>{textOf(draft[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="note-acts">
        <Button onClick={() => form.send({ type: 'conflict.take' })}>Take theirs</Button>
        <Button look="primary" onClick={() => form.send({ type: 'conflict.keep' })}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}

/** `over_cap_policy` as Over cap policy. */
const wordsOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

function textOf(value: OfferDraft[keyof OfferDraft]): string {
  if (value === null || value === '') return none;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
}
