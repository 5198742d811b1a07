import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { AuditAction } from '#contract/audit/schemas.ts';
import { type Author, record } from '../audit/audit-log.ts';
import { grouped } from '../platform/group-by.ts';
import type { WrittenRow } from './adjustments.ts';
import { readBatch } from './decisions.ts';

/**
 * What people do with money, as the audit log tells it. Notes stay where they were written: they are free text, and an
 * entry of the log can never be taken out again.
 */
export type Teller = { author: Author; at: Date };

type One = { project: number; conversion: string };
type Told = { action: AuditAction; details: Record<string, unknown> };

/** Tells each project of its own part alone. */
async function recordInEach<About extends One>(
  client: pg.PoolClient,
  { author, at }: Teller,
  about: readonly About[],
  toldOf: (part: readonly About[]) => Told,
): Promise<void> {
  const parts = [...grouped(about, ({ project }) => [`${project}`])];
  /** Always in the same order: whoever waits for the end of a log holds none that another one waits for. */
  const inOrder = parts.toSorted(([a], [b]) => Number(a) - Number(b));
  for (const [project, part] of inOrder) {
    const [first] = part;
    const target = first && part.length === 1 ? first.conversion : many(part.length, 'conversions');
    await record(client, author, at, { ...toldOf(part), project: Number(project), target });
  }
}

export function recordDecision(
  client: pg.PoolClient,
  teller: Teller,
  decided: { batch: string; to: string; reason: string | null; found: readonly One[] },
): Promise<void> {
  const { batch, to, reason, found } = decided;
  return recordInEach(client, teller, found, ({ length: conversions }) => ({
    action: 'conversions.decided',
    details: { batch, to, reason: reason ?? undefined, conversions },
  }));
}

/** Counts within the transaction: what others decided anew up to then stays as it is. */
export async function recordUndo(
  client: pg.PoolClient,
  teller: Teller,
  batch: string,
): Promise<void> {
  const { conversions } = (await readBatch(client, batch)) ?? { conversions: [] };
  await recordInEach(client, teller, conversions, (part) => {
    const kept = part.filter(({ isKept }) => isKept).length;
    return {
      action: 'decision.undone',
      details: { batch, restored: part.length - kept, kept },
    };
  });
}

/** Tells of a correction, or of the one that takes another back. */
export function recordCorrection(
  client: pg.PoolClient,
  { author, at }: Teller,
  row: WrittenRow,
): Promise<void> {
  const { id: correction, project, conversion, affid: affiliate, currency, reason, reverses } = row;
  return record(client, author, at, {
    action: reverses === null ? 'correction.created' : 'correction.reversed',
    project,
    target: conversion ?? affiliate,
    details: {
      correction,
      reverses: reverses ?? undefined,
      affiliate,
      currency,
      reason,
      revenue: exact(row.revenue),
      payout: exact(row.payout),
    },
  });
}

type Values = { project: number; corrections: number; revenue: string; currency: string };

export function recordValues(
  client: pg.PoolClient,
  { author, at }: Teller,
  { project, corrections, revenue, currency, reason }: Values & { reason: string },
): Promise<void> {
  return record(client, author, at, {
    action: 'values.taken-over',
    project,
    target: many(corrections, 'conversions'),
    details: { corrections, revenue: exact(revenue), currency, reason },
  });
}

export function recordValuesBack(
  client: pg.PoolClient,
  { author, at }: Teller,
  { project, corrections, revenue, currency }: Values,
): Promise<void> {
  return record(client, author, at, {
    action: 'values.taken-back',
    project,
    target: many(corrections, 'corrections'),
    details: { corrections, revenue: exact(revenue), currency },
  });
}

const many = (number: number, what: 'conversions' | 'corrections'): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? what.slice(0, -1) : what}`;

/** All digits that were given, and none that the database puts behind them. */
const exact = (amount: string): string => new Decimal(amount).toFixed();
