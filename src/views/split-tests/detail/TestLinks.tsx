import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { CopyableText } from '../../kit/CopyableText.tsx';
import { exactPercent } from '../../kit/format.ts';

/** The link that splits the traffic, and each variant with its preview. */
export function TestLinks({ test }: { test: SplitTest }) {
  return (
    <section className="panel" aria-labelledby="test-links">
      <header className="panel-head">
        <h2 className="panel-title" id="test-links">
          Link and variants
        </h2>
      </header>
      <div className="test-body">
        <CopyableText label="Link of the test" text={test.link} />
        <ul className="test-rows">
          {test.variants.map((variant) => (
            <li key={variant.key}>
              <strong className="test-key">{variant.key}</strong>
              <span>
                {variant.name}
                {variant.is_control ? <span className="test-quiet"> · control</span> : null}
                <span className="test-quiet test-where">
                  {variant.url ?? variant.offer_name ?? 'The offer is gone'}
                </span>
              </span>
              <span className="test-figure">{exactPercent(variant.weight_bp / 10_000)}</span>
              <AppLink to={variant.preview_url} external>
                Preview<span className="only-read"> {variant.name}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
