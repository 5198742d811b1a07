import { useSelector } from '@xstate/react';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { OfferLinksActor } from '#machines/offers/offer-parts.ts';
import { linkParamsOf, offerLinkOf } from '#model/offer-links.ts';
import { trafficSources } from '#model/traffic-sources.ts';
import { Button } from '../../kit/Button.tsx';
import { CopyableText } from '../../kit/CopyableText.tsx';
import { MenuSelect } from '../../kit/MenuSelect.tsx';

const [plain] = trafficSources;
/** The server takes twenty parameters, and those of a traffic source are some of them. */
const mostAdded = 8;

type Added = { key: number; name: string; value: string };

/** Builds the link of an affiliate to the offer; it is copied as it is shown, and saved to be found again. */
export function OfferLinkBuilder({
  actor,
  offer,
  base,
  bases,
  maySave,
  onChoose,
}: {
  actor: OfferLinksActor;
  offer: OfferDetail;
  base: TrackingLink;
  bases: readonly TrackingLink[];
  maySave: boolean;
  onChoose: (affiliate: number) => void;
}) {
  const [chosen, choose] = useState({ source: plain.id, affsub: '' });
  const [more, setMore] = useState<readonly Added[]>([]);
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const field = useId();
  const source = trafficSources.find(({ id }) => id === chosen.source) ?? plain;
  const params = linkParamsOf({ source, affsub: chosen.affsub, more });
  const built = offerLinkOf(base, offer.offer_id, params);
  const change = (key: number, changed: Partial<Added>) =>
    setMore(more.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  return (
    <div className="offer-link-fields">
      <CopyableText key={built} label="Link" text={built} />
      {offer.status === 'active' ? null : (
        <p className="offer-warning">
          The offer takes no clicks now: they go to the fallback until it is active.
        </p>
      )}
      <div className="offer-choices">
        {bases.length > 1 ? (
          <MenuSelect
            label="Affiliate"
            isLabelled
            value={String(base.id)}
            options={bases.map(({ id, name, affid }) => ({
              value: String(id),
              label: name || affid,
              note: affid,
            }))}
            onChoose={(id) => onChoose(Number(id))}
          />
        ) : null}
        <MenuSelect
          label="Traffic source"
          isLabelled
          value={source.id}
          options={trafficSources.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(id) => choose({ ...chosen, source: id })}
        />
      </div>
      {source.note ? <p className="field-note">{source.note}</p> : null}
      <div className="field">
        <label className="field-label" htmlFor={field}>
          Sub-id (optional)
        </label>
        <input
          id={field}
          className="input"
          value={chosen.affsub}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => choose({ ...chosen, affsub: target.value })}
        />
        <span className="field-note">A tag of your own for this placement.</span>
      </div>
      {more.length > 0 ? (
        <ul className="offer-params" aria-label="More parameters">
          {more.map(({ key, name, value }, index) => (
            <li key={key}>
              <input
                className="input"
                aria-label={`Name of parameter ${index + 1}`}
                placeholder="utm_source"
                value={name}
                maxLength={40}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => change(key, { name: target.value })}
              />
              <input
                className="input"
                aria-label={`Value of parameter ${index + 1}`}
                placeholder="newsletter"
                value={value}
                maxLength={200}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => change(key, { value: target.value })}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove parameter ${index + 1}`}
                onClick={() => setMore(more.filter((one) => one.key !== key))}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="offer-row-acts">
        <Button
          size="small"
          disabled={more.length >= mostAdded}
          onClick={() =>
            setMore([
              ...more,
              { key: Math.max(0, ...more.map(({ key }) => key)) + 1, name: '', value: '' },
            ])
          }
        >
          <Plus size={14} aria-hidden="true" />
          Add parameter
        </Button>
        {maySave ? (
          <Button
            size="small"
            aria-disabled={!isReady}
            onClick={() =>
              actor.send({
                type: 'action.run',
                action: { kind: 'save', link: { affiliate: base.id, params } },
              })
            }
          >
            Save link
          </Button>
        ) : null}
      </div>
    </div>
  );
}
