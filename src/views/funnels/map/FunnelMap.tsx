import { Sankey, type SankeyLink, type SankeyNode } from '@visx/sankey';
import type { CSSProperties } from 'react';
import { bidiIsolated } from '../../kit/bidi-isolated.ts';
import { count, percent } from '../../kit/format.ts';
import type { Flow, FlowEdge, FlowNode } from './flow.ts';
import { boxOf, labelOf, type MapLayout, ribbonOf } from './layout.ts';

type Edge = Pick<FlowEdge, 'value'>;
type Box = SankeyNode<FlowNode, Edge>;
type Ribbon = SankeyLink<FlowNode, Edge>;

/** The steps with ribbons as wide as the people on each edge; without figures, all are equally wide. */
export function FunnelMap({ flow, layout }: { flow: Flow; layout: MapLayout }) {
  return (
    <div className="flow-frame">
      <Sankey<FlowNode, Edge>
        root={copyOf(flow)}
        nodeId={({ id }) => id}
        nodeAlign={({ depth }) => depth ?? 0}
        nodeSort={byKind}
        nodeWidth={layout.thickness}
        nodePadding={layout.padding}
        size={[layout.length, layout.breadth]}
      >
        {({ graph: { nodes, links } }) => (
          <div className="flow" style={{ width: layout.width, height: layout.height }}>
            <svg width={layout.width} height={layout.height} aria-hidden="true">
              {links.map((link) => (
                <path
                  key={`${idOf(link.source)} ${idOf(link.target)}`}
                  className="flow-ribbon"
                  data-kind={kindOf(link)}
                  d={ribbonOf(link, layout)}
                  strokeWidth={Math.max(link.width ?? 0, 1)}
                />
              ))}
              {nodes.map((node) => (
                <rect
                  key={node.id}
                  className="flow-box"
                  data-kind={node.kind}
                  {...boxOf(node, layout)}
                />
              ))}
            </svg>
            <ol className="flow-labels" aria-label="Map">
              {nodes.map((node) => (
                <Label key={node.id} node={node} style={labelOf(node, layout)} />
              ))}
            </ol>
          </div>
        )}
      </Sankey>
    </div>
  );
}

function Label({ node, style }: { node: Box; style: CSSProperties }) {
  const { name, kind, people, share, isSilent } = node;
  return (
    <li className="flow-label" data-kind={kind} style={style} title={name}>
      <span className="flow-name">
        {kind === 'step' ? bidiIsolated(name) : isSilent ? 'Left or not seen' : 'Left'}
        {kind === 'step' && isSilent ? <span className="flow-silent"> silent</span> : null}
      </span>
      {people === null ? null : (
        <span className="flow-people">
          {count(people)}
          {share === null ? ' entered' : <span className="flow-share"> {percent(share)}</span>}
        </span>
      )}
    </li>
  );
}

/** The layout writes into its root. */
const copyOf = ({ nodes, links }: Flow) => ({
  nodes: nodes.map((node) => ({ ...node })),
  links: links.map((link) => ({ ...link })),
});

const byKind = (one: Box, other: Box): number =>
  Number(one.kind === 'left') - Number(other.kind === 'left');

const idOf = (end: Ribbon['source']): string => (typeof end === 'object' ? end.id : String(end));

const kindOf = ({ target }: Ribbon): FlowNode['kind'] =>
  typeof target === 'object' ? target.kind : 'step';
