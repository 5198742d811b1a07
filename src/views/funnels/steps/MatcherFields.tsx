import { type Matcher, mostAlternatives, mostFilters } from '#contract/funnels/definition.ts';
import type { EventCatalog } from '#contract/funnels/discovery.ts';
import { type FieldFaults, faultsAt } from '#model/funnel-definition.ts';
import { Button } from '../../kit/Button.tsx';
import { EventPicker } from './EventPicker.tsx';
import { FilterFields } from './FilterFields.tsx';

/** Which events are counted: up to three alternatives, each an event with conditions that must all hold. */
export function MatcherFields({
  matcher,
  path,
  faults,
  catalog,
  onChange,
}: {
  matcher: Matcher;
  /** The dotted path of the matcher, such as `steps.1.matcher`. */
  path: string;
  faults: FieldFaults;
  catalog: EventCatalog;
  onChange: (matcher: Matcher) => void;
}) {
  const change = (index: number, next: Partial<Matcher['any'][number]>) =>
    onChange({ any: matcher.any.map((one, at) => (at === index ? { ...one, ...next } : one)) });
  const whole = [...faultsAt(faults, path), ...faultsAt(faults, `${path}.any`)];
  return (
    <div className="matcher-fields">
      {matcher.any.map(({ event, filters }, index) => {
        const at = `${path}.any.${index}`;
        const several = matcher.any.length > 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no other identity
          <fieldset className="matcher-one" key={index}>
            <legend className={several ? 'matcher-legend' : 'only-read'}>
              {index === 0 ? 'Count this event' : 'Or this event'}
            </legend>
            <EventPicker
              label="Event"
              event={event}
              catalog={catalog}
              faults={[
                ...faultsAt(faults, `${at}.event`),
                ...faultsAt(faults, `${at}.filters`),
                ...(index === 0 ? whole : []),
              ]}
              onChoose={(chosen) => change(index, { event: chosen })}
            />
            {filters.map((filter, place) => (
              <FilterFields
                // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
                key={place}
                name={`Condition ${place + 1}${several ? ` of event ${index + 1}` : ''}`}
                filter={filter}
                event={event}
                path={`${at}.filters.${place}`}
                faults={faults}
                catalog={catalog}
                onChange={(next) =>
                  change(index, { filters: filters.map((one, n) => (n === place ? next : one)) })
                }
                onRemove={() => change(index, { filters: filters.filter((_, n) => n !== place) })}
              />
            ))}
            <div className="matcher-acts">
              {filters.length < mostFilters ? (
                <Button
                  size="small"
                  onClick={() =>
                    change(index, {
                      filters: [...filters, { property: 'path', operator: 'equals', value: '' }],
                    })
                  }
                >
                  Add a condition
                </Button>
              ) : null}
              {several ? (
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Remove event ${index + 1}`}
                  onClick={() => onChange({ any: matcher.any.filter((_, n) => n !== index) })}
                >
                  Remove this event
                </Button>
              ) : null}
            </div>
          </fieldset>
        );
      })}
      {matcher.any.length < mostAlternatives ? (
        <Button
          size="small"
          onClick={() => onChange({ any: [...matcher.any, { event: '', filters: [] }] })}
        >
          Or another event
        </Button>
      ) : null}
    </div>
  );
}
