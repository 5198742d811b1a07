/** Names that mean the same, found through pairs of them. */
export class NameGroups {
  private readonly parents = new Map<string, string>();

  /** Shortens the way to the group by half, so that long chains are walked once. */
  groupOf(name: string): string {
    let group = name;
    for (;;) {
      const parent = this.parents.get(group);
      if (parent === undefined) return group;
      const next = this.parents.get(parent);
      if (next !== undefined) this.parents.set(group, next);
      group = next ?? parent;
    }
  }

  join(a: string, b: string): void {
    const [one, other] = [this.groupOf(a), this.groupOf(b)];
    if (one !== other) this.parents.set(other, one);
  }
}
