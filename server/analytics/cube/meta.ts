import type { Model } from '../compiler/model.ts';

/** The model as Cube's `/meta` describes one. */
export function metaOf({ cube, title, description, dimensions, measures }: Model) {
  const full = (name: string) => `${cube}.${name}`;
  return {
    cubes: [
      {
        name: cube,
        title,
        description,
        type: 'cube',
        isVisible: true,
        public: true,
        connectedComponent: 1,
        measures: [...measures.values()].map((measure) => ({
          name: full(measure.name),
          title: measure.title,
          shortTitle: measure.title,
          description: measure.description,
          type: measure.type,
          aggType: 'number',
          ...(measure.format ? { format: measure.format } : {}),
          meta: measure.meta,
          cumulative: false,
          cumulativeTotal: false,
          drillMembers: [],
          drillMembersGrouped: { measures: [], dimensions: [] },
          isVisible: true,
          public: true,
        })),
        dimensions: [...dimensions.values()].map((dimension) => ({
          name: full(dimension.name),
          title: dimension.title,
          shortTitle: dimension.title,
          ...(dimension.description ? { description: dimension.description } : {}),
          type: dimension.type,
          suggestFilterValues: true,
          isVisible: true,
          public: true,
          primaryKey: false,
        })),
        segments: [],
        hierarchies: [],
        folders: [],
      },
    ],
  };
}
