import { geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/states-albers-10m.json';
import type { Atlas } from './atlas.ts';

const topology = atlas as unknown as Topology<{ states: GeometryCollection<{ name: string }> }>;
const path = geoPath().digits(1);

/** The states of the US by their names, Alaska and Hawaii drawn below the others. */
export const unitedStates: Atlas = {
  width: 960,
  height: 610,
  shapes: feature(topology, topology.objects.states).features.map((state) => {
    const [x, y] = path.centroid(state);
    return { key: state.properties.name, path: path(state) ?? '', x, y };
  }),
};
