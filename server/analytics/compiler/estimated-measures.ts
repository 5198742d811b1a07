import { figuresOfCost } from '#contract/analytics/table-figures.ts';

/**
 * The text of the model with a twin of each figure that follows from cost: the same of the cost that is spread over
 * clicks. `npm run model` writes the file anew.
 */
export const withEstimates = (text: string): string =>
  text.replace(estimates, (_, above: string, before: string, after: string) =>
    [
      above,
      before,
      ...(above.match(measure) ?? []).filter(followsFromCost).map(twinOf),
      after,
    ].join(''),
  );

const estimates = /^(.*\n)( {6}# estimates\n).*?( {6}# until here\n)/s;
const measure = /^ {6}- name: \w+\n(?: {8}.*\n)+/gm;

const followsFromCost = (entry: string): boolean =>
  figuresOfCost.some((figure) => entry.includes(`, figure: ${figure},`));

/** The entry of a measure, of the estimated cost. */
const twinOf = (entry: string): string =>
  entry
    .replace('- name: ', '- name: estimated_')
    .replace(', figure: ', ', figure: estimated_')
    .replace(/ title: (.)/, (_, first: string) => ` title: Estimated ${first.toLowerCase()}`)
    .replace(/ description: .*/, (line) =>
      line.replace(/\b(cost|profit)\b/, 'estimated $1').replace(/\bCost\b/, 'Estimated cost'),
    )
    .replaceAll(/ (?:sql|formula): "[^"]*"/g, (sql) =>
      sql.replaceAll(/\b(cost|\w*profit)\b/g, 'estimated_$1'),
    );
