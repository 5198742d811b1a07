import type { Definition } from '#contract/analytics/report.ts';
import type { Model } from '../compiler/model.ts';
import { evidenceDefinitions } from '../evidence/definitions.ts';

/** The measures of the model, and those that `evidence=1` adds. */
export const definitions = ({ measures, version }: Model): Definition[] => [
  ...[...measures.values()].map(({ name, title, description, meta }) => ({
    name,
    title,
    description,
    unit: meta.unit,
    formula: meta.formula,
    additive: meta.additive,
    version,
  })),
  ...evidenceDefinitions.map((words) => ({ ...words, additive: false, version })),
];
