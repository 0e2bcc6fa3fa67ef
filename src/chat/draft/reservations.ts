/** The queued messages that are being saved in their sessions. */
export class Reservations {
  /** True for each reserved message that was to be edited since it was reserved, by id. */
  readonly #areWanted = new Map<string, boolean>();

  has(id: string): boolean {
    return this.#areWanted.has(id);
  }

  /** Returns a function that ends the reservation, and returns true if `want` was called for the message. */
  begin(id: string): () => boolean {
    this.#areWanted.set(id, false);
    return () => {
      const isWanted = this.#areWanted.get(id) === true;
      this.#areWanted.delete(id);
      return isWanted;
    };
  }

  /** Must be called when a message is to be edited. Returns false, and does nothing, if the message is not reserved. */
  want(id: string): boolean {
    if (!this.has(id)) return false;
    this.#areWanted.set(id, true);
    return true;
  }
}
