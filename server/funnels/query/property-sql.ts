import type { Parameters } from '../../warehouse/parameters.ts';

const address = "JSONExtractString(params, 'url')";

/** The value of a property of an event as a text; empty where it is missing. */
export function propertySql(property: string, parameters: Parameters): string {
  if (property === 'path') return `path(${address})`;
  if (property === 'host') return `domain(${address})`;
  // An event without an amount is stored with 0.
  if (property === 'value') return "if(value = 0, '', toString(value))";
  if (property === 'country') return "if(country = 'ZZ', '', toString(country))";
  const [kind, name] = partsOf(property);
  if (kind === 'query') {
    return `decodeURLFormComponent(extractURLParameter(${address}, ${parameters.add('String', name)}))`;
  }
  if (kind === 'custom') {
    const key = parameters.add('String', name);
    return `multiIf(JSONType(params, ${key}) = 'String', JSONExtractString(params, ${key}),
      JSONType(params, ${key}) = 'Null', '', JSONExtractRaw(params, ${key}))`;
  }
  return `toString(${property})`;
}

/** `query` and `utm_id` of `query.utm_id`; a name may hold dots itself. */
function partsOf(property: string): [string, string] {
  const at = property.indexOf('.');
  return at < 0 ? ['', property] : [property.slice(0, at), property.slice(at + 1)];
}
