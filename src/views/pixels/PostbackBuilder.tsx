import { useState } from 'react';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import { networks } from '#model/networks.ts';
import { postbackOf } from '#model/tracking-links.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { CopyableText } from '../kit/CopyableText.tsx';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { CollectKeyField } from './CollectKeyField.tsx';
import './link-fields.css';

const [first] = networks;

/** The address that a network calls for each sale, with its macros. */
export function PostbackBuilder({
  link,
  maySeeKey,
}: {
  link: TrackingLink;
  /** Whether the person may create a collect key. */
  maySeeKey: boolean;
}) {
  const [chosen, choose] = useState({ network: first.id, key: '' });
  const network = networks.find(({ id }) => id === chosen.network) ?? first;
  const address = postbackOf(link, network, chosen.key);
  return (
    <section className="panel" aria-labelledby="postback-title">
      <header className="panel-head">
        <h2 className="panel-title" id="postback-title">
          Postback address
        </h2>
      </header>
      <p className="pixel-lead">
        A network calls it for each sale. What arrived is listed under{' '}
        <AppLink to="/conversions/postbacks">Conversions, Postbacks</AppLink>.
      </p>
      <div className="pixel-choices">
        <MenuSelect
          label="Network"
          isLabelled
          value={network.id}
          options={networks.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(id) => choose({ ...chosen, network: id })}
        />
      </div>
      <div className="link-fields">
        {address === null ? null : (
          <>
            <CollectKeyField
              value={chosen.key}
              maySeeKey={maySeeKey}
              onEnter={(key) => choose({ ...chosen, key })}
            />
            <CopyableText key={address} label="Postback" text={address} />
          </>
        )}
        <p className="field-note">
          {'In the network’s own link, pass the id of the click as '}
          <code>{`${network.clickIdParameter}={click_id}`}</code>
          {': the tracking link fills it in where the address that it leads to contains it.'}
        </p>
        {network.note ? <p className="field-note">{network.note}</p> : null}
      </div>
    </section>
  );
}
