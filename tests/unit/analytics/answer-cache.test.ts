import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerCache } from '#server/analytics/runner/answer-cache.ts';
import { createProjectEditions } from '#server/analytics/runner/project-editions.ts';

const bytes = 1_000_000;

describe('kept answers', () => {
  it('are those of now: as an installation without them would answer, whatever happens in between', () => {
    const statements = ['a', 'b', 'ab'] as const;
    const projectsOf = { a: [1], b: [2], ab: [1, 2] };
    const step = fc.oneof(
      fc.record({ kind: fc.constant('begin' as const), statement: fc.constantFrom(...statements) }),
      fc.record({ kind: fc.constant('end' as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant('store' as const), project: fc.constantFrom(1, 2) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(30) }),
      fc.record({ kind: fc.constant('read' as const), statement: fc.constantFrom(...statements) }),
    );
    let kept = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 80 }), (steps) => {
        let time = 0;
        const editions = createProjectEditions();
        const cache = createAnswerCache<{ text: string; at: number }>({
          editions,
          longest: 100,
          bytes,
          now: () => time,
        });
        const stored: Record<number, number> = { 1: 0, 2: 0 };
        const textOf = (statement: keyof typeof projectsOf) =>
          projectsOf[statement].map((project) => stored[project]).join();
        const running: (() => void)[] = [];
        for (const one of steps) {
          if (one.kind === 'begin') {
            const keep = cache.beginReading(one.statement, projectsOf[one.statement]);
            const answer = { text: textOf(one.statement), at: time };
            running.push(() => keep(answer, 10));
          } else if (one.kind === 'end') {
            running.splice(one.which, 1)[0]?.();
          } else if (one.kind === 'store') {
            stored[one.project] = (stored[one.project] ?? 0) + 1;
            editions.moved([one.project]);
          } else if (one.kind === 'wait') {
            time += one.ms;
          } else {
            const found = cache.read(one.statement);
            if (!found) continue;
            kept += 1;
            expect(found.text).toBe(textOf(one.statement));
            expect(time - found.at).toBeLessThan(100);
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(kept).toBeGreaterThan(100);
  });

  it('take a bounded amount of memory, and a giant one is not kept', () => {
    const cache = createAnswerCache<{ number: number }>({
      editions: createProjectEditions(),
      longest: 60_000,
      bytes,
    });
    const isKept = (number: number) => cache.read(String(number)) !== undefined;
    for (let number = 0; number < 100; number += 1) {
      cache.beginReading(String(number), [1])({ number }, 50_000);
    }
    const held = Array.from({ length: 100 }, (_, number) => number).filter(isKept);
    expect(held.length).toBeGreaterThan(10);
    expect(held.length).toBeLessThanOrEqual(20);
    expect(isKept(99)).toBe(true);
    cache.beginReading('giant', [1])({ number: -1 }, bytes / 4);
    expect(cache.read('giant')).toBeUndefined();
    expect(isKept(99)).toBe(true);
  });
});
