/** A mistake of whoever works at the desk, in words; shown as it is, without a stack. */
export class DeskError extends Error {
  override name = 'DeskError';
}
