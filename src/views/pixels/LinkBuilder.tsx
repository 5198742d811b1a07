import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { mayRole } from '#contract/accounts/roles.ts';
import type { Offer } from '#contract/offers/schemas.ts';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { PixelsActor } from '#machines/pixels/pixels.ts';
import type { LinkTestActor } from '#machines/pixels/tracking-links.ts';
import { linkWith } from '#model/tracking-links.ts';
import { trafficSources } from '#model/traffic-sources.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { CopyableText } from '../kit/CopyableText.tsx';
import { count } from '../kit/format.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import './link-fields.css';

const [plain] = trafficSources;
const noOffer = '';

/** Builds the link of an affiliate, says where it leads, and tests it. */
export function LinkBuilder({
  screen,
  link,
  links,
  offers,
  test,
  role,
}: {
  screen: PixelsActor;
  link: TrackingLink;
  links: readonly TrackingLink[];
  offers: readonly Offer[];
  test: LinkTestActor;
  role: string | undefined;
}) {
  const [chosen, choose] = useState({ source: plain.id, offer: noOffer, affsub: '' });
  const field = useId();
  const source = trafficSources.find(({ id }) => id === chosen.source) ?? plain;
  const offer = offers.find(({ id }) => id === chosen.offer)?.id ?? null;
  const built = linkWith(link, { source, offer, affsub: chosen.affsub });
  const active = offers.filter(({ status }) => status === 'active');
  return (
    <>
      <div className="pixel-choices">
        <MenuSelect
          label="Affiliate"
          isLabelled
          value={String(link.id)}
          options={links.map(({ id, name, affid }) => ({
            value: String(id),
            label: name || affid,
            note: affid,
          }))}
          onChoose={(id) => screen.send({ type: 'affiliate.choose', affiliate: Number(id) })}
        />
        <MenuSelect
          label="Traffic source"
          isLabelled
          value={source.id}
          options={trafficSources.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(id) => choose({ ...chosen, source: id })}
        />
        {active.length > 0 ? (
          <MenuSelect
            label="Offer"
            isLabelled
            value={offer ?? noOffer}
            options={[
              { value: noOffer, label: 'None' },
              ...active.map(({ id, name }) => ({ value: id, label: name, note: id })),
            ]}
            onChoose={(id) => choose({ ...chosen, offer: id })}
          />
        ) : null}
      </div>
      <div className="link-fields">
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
        <CopyableText key={built} label="Link" text={built} />
        <Destination link={link} offer={offer} mayChange={mayRole(role, 'project.change')} />
        {source.note ? <p className="field-note">{source.note}</p> : null}
      </div>
      <Test actor={test} link={link} offer={offer} mayTest={mayRole(role, 'pixel.write')} />
    </>
  );
}

function Destination({
  link: { leads_to, fault },
  offer,
  mayChange,
}: {
  link: TrackingLink;
  offer: string | null;
  mayChange: boolean;
}) {
  if (fault === 'no_pixel') {
    return (
      <p className="pixel-warning" role="alert">
        This link answers “not found”: the project has no master pixel that counts its clicks.
      </p>
    );
  }
  if (fault === 'no_address') {
    return (
      <p className="pixel-warning" role="alert">
        {offer === null
          ? 'This link answers “not found”: the project has no website to lead to. '
          : 'The project has no website: this link works only if the offer has an address. Test it. '}
        {mayChange ? (
          <AppLink to="/settings/company-settings">Enter the website</AppLink>
        ) : (
          'Ask an owner to enter it in the company settings.'
        )}
      </p>
    );
  }
  return (
    <p className="field-note">
      {offer === null
        ? `Leads to ${leads_to}`
        : `Leads to the address of the offer, or without one to ${leads_to}`}
    </p>
  );
}

function Test({
  actor,
  link,
  offer,
  mayTest,
}: {
  actor: LinkTestActor;
  link: TrackingLink;
  offer: string | null;
  mayTest: boolean;
}) {
  const running = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isOver = useSelector(
    actor,
    (snapshot) => snapshot.matches('done') || snapshot.matches('failed'),
  );
  const { result, problem } = useSelector(actor, ({ context }) => context);
  const opened = `${link.link}${link.link.includes('?') ? '&' : '?'}test=1${offer === null ? '' : `&offer=${encodeURIComponent(offer)}`}`;
  return (
    <>
      <div className="pixel-choices">
        {running ? (
          <Button onClick={() => actor.send({ type: 'task.cancel' })}>Cancel</Button>
        ) : mayTest ? (
          <Button
            onClick={() =>
              actor.send({ type: 'task.start', request: { affiliate: link.id, offer } })
            }
          >
            Send test click
          </Button>
        ) : null}
        <AppLink className="button" to={opened} external>
          Open as a test
        </AppLink>
      </div>
      <div className="pixel-outcome" aria-live="polite">
        {running ? <p>The click is on its way. This takes a few seconds.</p> : null}
        {isOver && problem ? (
          <p className="pixel-verdict" data-ok={false}>
            {problem.message}
          </p>
        ) : null}
        {isOver && result ? (
          <>
            <p className="pixel-verdict" data-ok={result.ok}>
              {result.message}
            </p>
            {result.leads_to ? (
              <p className="link-facts">
                {`${count(result.ms)} ms, leads to `}
                <code>{result.leads_to}</code>
              </p>
            ) : null}
          </>
        ) : null}
      </div>
    </>
  );
}
