/** The values of one statement: each gets a name and a type, and none becomes part of the text. */
export class Parameters {
  readonly values: Record<string, unknown> = {};
  #count = 0;

  add(type: ParameterType, value: unknown): string {
    const name = `p${this.#count++}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }

  /** Whole seconds. */
  second(instant: Date): string {
    return this.add("DateTime('UTC')", textOf(held(instant)).slice(0, 19));
  }

  /** The day in UTC. */
  day(instant: Date): string {
    return this.add('Date', textOf(held(instant)).slice(0, 10));
  }

  millisecond(instant: Date): string {
    return this.add("DateTime64(3, 'UTC')", textOf(instant));
  }
}

type ParameterType =
  | 'String'
  | 'Array(String)'
  | 'Array(UInt32)'
  | 'UInt64'
  | 'Int64'
  | 'Array(Int64)'
  | 'Float64'
  | 'Array(Float64)'
  | 'Date'
  | "DateTime('UTC')"
  | "DateTime64(3, 'UTC')";

/** Instants outside the range of the warehouse become its first or last one. */
const held = (instant: Date): Date =>
  new Date(Math.min(Math.max(instant.getTime(), 0), 4_294_967_295_000));

/** `2026-11-20 05:00:00.000`, as ClickHouse writes an instant in UTC. */
const textOf = (instant: Date): string => instant.toISOString().replace('T', ' ').slice(0, 23);
