import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

const source = join(import.meta.dirname, '../src');
/** Where a member's code begins: nobody else fetches it. */
const ofMember = ['wiring/workspace.ts', 'views/app/Member.tsx'].map((file) => join(source, file));

/** What its rows fetch is for members alone. */
const rows = join(source, 'machines/app/screens.ts');

/** What comes with these, and what comes later, too, if asked for. A member's code is no way further. */
function reached(begin: readonly string[], graph: Graph, { later }: { later: boolean }) {
  const seen = new Set(begin);
  for (const id of seen) {
    const module = graph.getModuleInfo(id);
    const next = [
      ...(module?.importedIds ?? []),
      ...(later && id !== rows ? (module?.dynamicallyImportedIds ?? []) : []),
    ];
    for (const one of next) if (!ofMember.includes(one)) seen.add(one);
  }
  return seen;
}

/** Tells of a module whether members need it at once and others may have it as well. */
function sharedWithGuests() {
  let known: { guests: Set<string>; members: Set<string> } | null = null;
  return (id: string, graph: Graph): boolean => {
    known ??= {
      guests: reached([join(source, 'main.tsx')], graph, { later: true }),
      members: reached(ofMember, graph, { later: false }),
    };
    return known.guests.has(id) && known.members.has(id);
  };
}

/**
 * What is always fetched together lies in one file: a browser spends more time on forty small ones than on reading what
 * is in them. What a member's screens need is there before any other of them is, so it need not be divided by which
 * others share it. What guests fetch as well stays apart, and nothing is merged by size: two files would wait for each
 * other, and one of them would run before what it needs.
 */
export function fewFiles() {
  const isShared = sharedWithGuests();
  return {
    codeSplitting: {
      groups: [
        { name: 'start', tags: ['$initial' as const], priority: 3 },
        {
          debugName: 'shared',
          name: (id: string, graph: Graph) => (isShared(id, graph) ? 'shared' : null),
          priority: 2,
        },
        { name: 'member', test: (id: string) => ofMember.includes(id), priority: 1 },
      ],
    },
  };
}
