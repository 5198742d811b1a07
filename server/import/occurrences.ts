/**
 * Counts the occurrences of each content over files of any length with 12 bytes per content instead of a Map's hundred.
 * Contents are compared by 64 bits of their hash; a collision only changes numbers, equally at each run.
 */
export class Occurrences {
  #slots = 1 << 16;
  #used = 0;
  #high = new Uint32Array(this.#slots);
  #low = new Uint32Array(this.#slots);
  #counts = new Uint32Array(this.#slots);

  /** 0 for the first occurrence of a content's hash (hex), 1 for the second, … */
  next(hash: string): number {
    if (this.#used * 4 > this.#slots * 3) this.#grow();
    const high = Number.parseInt(hash.slice(0, 8), 16);
    const low = Number.parseInt(hash.slice(8, 16), 16);
    const slot = this.#slotOf(high, low);
    const count = this.#counts[slot] ?? 0;
    if (count === 0) {
      this.#used += 1;
      this.#high[slot] = high;
      this.#low[slot] = low;
    }
    this.#counts[slot] = count + 1;
    return count;
  }

  #slotOf(high: number, low: number): number {
    let slot = (high ^ low) & (this.#slots - 1);
    while (this.#counts[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) {
      slot = (slot + 1) & (this.#slots - 1);
    }
    return slot;
  }

  #grow(): void {
    const [high, low, counts] = [this.#high, this.#low, this.#counts];
    this.#slots *= 2;
    this.#high = new Uint32Array(this.#slots);
    this.#low = new Uint32Array(this.#slots);
    this.#counts = new Uint32Array(this.#slots);
    for (const [index, count] of counts.entries()) {
      if (count === 0) continue;
      const slot = this.#slotOf(high[index] ?? 0, low[index] ?? 0);
      this.#high[slot] = high[index] ?? 0;
      this.#low[slot] = low[index] ?? 0;
      this.#counts[slot] = count;
    }
  }
}
