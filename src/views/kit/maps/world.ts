import { geoEqualEarth, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';
import type { Atlas } from './atlas.ts';

const width = 960;
const height = 440;

const topology = world as unknown as Topology<{ countries: GeometryCollection }>;
const alphaOf = new Map(codes.map(([alpha2, , numeric]) => [numeric, alpha2]));

/** Nobody clicks an ad there, and it would take a sixth of the room. */
const antarctica = '010';
const features = feature(topology, topology.objects.countries).features.filter(
  ({ id }) => id !== antarctica,
);
const path = geoPath(
  geoEqualEarth().fitSize([width, height], { type: 'FeatureCollection', features }),
).digits(1);

/** Every country, in a projection that keeps areas true: no colour weighs more than its country. */
export const countries: Atlas = {
  width,
  height,
  shapes: features.map((country) => {
    const [x, y] = path.centroid(country);
    return { key: alphaOf.get(String(country.id)) ?? '', path: path(country) ?? '', x, y };
  }),
};
