import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

const source = join(import.meta.dirname, '../../src');
/** The entries of the signed-in app's code. */
const ofMember = ['wiring/workspace.ts', 'views/app/Member.tsx'].map((file) => join(source, file));

/** The modules that the rows of screens load are only for members. */
const rows = join(source, 'machines/app/screens.ts');

/**
 * The modules that these import, optionally with dynamic imports, without the code of the signed-in app.
 */
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

/** Whether members need a module at once and guests may load it too. */
function sharedWithGuests() {
  let known: { guests: Set<string>; members: Set<string> } | null = null;
  return (id: string, graph: Graph): boolean => {
    known ??= {
      guests: reached([join(source, 'main.tsx')], graph, { later: true }),
      members: reached(ofMember, graph, { later: false }),
    };
    return known.guests.has(id) && known.members.has(id) && isNeeded(id, known.members, graph);
  };
}

const iconFile = /lucide-react\/.*\/icons\/([\w-]+)\.m?js$/;

/** Whether one of these modules names an icon. All come from one index, which imports icons of later screens too. */
function isNeeded(id: string, modules: ReadonlySet<string>, graph: Graph): boolean {
  const [, file] = iconFile.exec(id) ?? [];
  if (!file) return true;
  const name = file.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const use = new RegExp(`\\b${name}\\b`);
  return [...modules].some(
    (one) => one.startsWith(source) && use.test(graph.getModuleInfo(one)?.code ?? ''),
  );
}

/**
 * Merges modules that always load together into one file: a browser spends more time on forty small files than on their
 * content. The code of the members' first screen loads before every other screen, so it need not be split by what those
 * share. What guests load stays separate, and nothing is merged by size: two files could then wait for each other, and
 * one would run before its imports.
 */
export function chunkGroups() {
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
