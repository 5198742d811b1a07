import type { Definition } from '#contract/report.ts';
import type { Model } from '../model.ts';

export const definitions = ({ measures, version }: Model): Definition[] =>
  [...measures.values()].map(({ name, title, description, meta }) => ({
    name,
    title,
    description,
    unit: meta.unit,
    formula: meta.formula,
    additive: meta.additive,
    version,
  }));
