/** Elements of which the least is at hand, whatever is added and taken: a binary heap. */
export class Heap<T> {
  readonly #elements: T[] = [];
  readonly #keyOf: (element: T) => number;

  constructor(keyOf: (element: T) => number) {
    this.#keyOf = keyOf;
  }

  get least(): T | undefined {
    return this.#elements[0];
  }

  #key(at: number): number {
    const element = this.#elements[at];
    return element === undefined ? Number.POSITIVE_INFINITY : this.#keyOf(element);
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#elements[a], this.#elements[b]];
    if (one === undefined || other === undefined) return;
    this.#elements[a] = other;
    this.#elements[b] = one;
  }

  add(element: T): void {
    let at = this.#elements.push(element) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && this.#key(at) < this.#key(parent); parent = (at - 1) >> 1) {
      this.#swap(at, parent);
      at = parent;
    }
  }

  take(): T | undefined {
    const { least } = this;
    const last = this.#elements.pop();
    if (last === undefined || this.#elements.length === 0) return least;
    this.#elements[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.#key(right) < this.#key(left) ? right : left;
      if (this.#key(child) >= this.#key(at)) return least;
      this.#swap(at, child);
      at = child;
    }
  }
}
