import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { AuditAction } from '#contract/audit/schemas.ts';
import { type Author, recordAuditEntry } from '../audit/audit-log.ts';
import { groupByKeys } from '../platform/group-by.ts';
import type { WrittenRow } from './adjustment-rows.ts';
import { readBatch } from './decision-batches.ts';

/**
 * Audit entries of actions on money. Notes are left out, because they are free text and an entry can never be removed.
 */
export type AuditSource = { author: Author; at: Date };

type One = { project: number; conversion: string };
type Action = { action: AuditAction; details: Record<string, unknown> };

/** Records for each project only its own part. */
async function recordInEach<About extends One>(
  client: pg.PoolClient,
  { author, at }: AuditSource,
  about: readonly About[],
  actionOf: (part: readonly About[]) => Action,
): Promise<void> {
  const parts = [...groupByKeys(about, ({ project }) => [`${project}`])];
  /** Always in the same order, so that transactions that record in several chains cannot deadlock. */
  const inOrder = parts.toSorted(([a], [b]) => Number(a) - Number(b));
  for (const [project, part] of inOrder) {
    const [first] = part;
    const target = first && part.length === 1 ? first.conversion : many(part.length, 'conversions');
    await recordAuditEntry(client, author, at, {
      ...actionOf(part),
      project: Number(project),
      target,
    });
  }
}

export function recordDecision(
  client: pg.PoolClient,
  source: AuditSource,
  decided: { batch: string; to: string; reason: string | null; found: readonly One[] },
): Promise<void> {
  const { batch, to, reason, found } = decided;
  return recordInEach(client, source, found, ({ length: conversions }) => ({
    action: 'conversions.decided',
    details: { batch, to, reason: reason ?? undefined, conversions },
  }));
}

/** Counts within the transaction, so that conversions decided again meanwhile are not included. */
export async function recordUndo(
  client: pg.PoolClient,
  source: AuditSource,
  batch: string,
): Promise<void> {
  const { conversions } = (await readBatch(client, batch)) ?? { conversions: [] };
  await recordInEach(client, source, conversions, (part) => {
    const kept = part.filter(({ isKept }) => isKept).length;
    return {
      action: 'decision.undone',
      details: { batch, restored: part.length - kept, kept },
    };
  });
}

/** Records a correction or its reversal. */
export function recordCorrection(
  client: pg.PoolClient,
  { author, at }: AuditSource,
  row: WrittenRow,
): Promise<void> {
  const { id: correction, project, conversion, affid: affiliate, currency, reason, reverses } = row;
  return recordAuditEntry(client, author, at, {
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
  { author, at }: AuditSource,
  { project, corrections, revenue, currency, reason }: Values & { reason: string },
): Promise<void> {
  return recordAuditEntry(client, author, at, {
    action: 'values.taken-over',
    project,
    target: many(corrections, 'conversions'),
    details: { corrections, revenue: exact(revenue), currency, reason },
  });
}

export function recordValuesUndone(
  client: pg.PoolClient,
  { author, at }: AuditSource,
  { project, corrections, revenue, currency }: Values,
): Promise<void> {
  return recordAuditEntry(client, author, at, {
    action: 'values.taken-back',
    project,
    target: many(corrections, 'corrections'),
    details: { corrections, revenue: exact(revenue), currency },
  });
}

const many = (number: number, what: 'conversions' | 'corrections'): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? what.slice(0, -1) : what}`;

/** The entered digits, without zeros that the database appends. */
const exact = (amount: string): string => new Decimal(amount).toFixed();
