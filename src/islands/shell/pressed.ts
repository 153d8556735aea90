/** The pressed element of a kind: the target of an event, or an ancestor. */
export function pressed<Kind extends Element>(target: EventTarget | null, kind: string): Kind | null {
  return target instanceof Element ? target.closest<Kind>(kind) : null;
}

/** Whether the target of an event is inside. */
export function holds(owner: Element, target: EventTarget | null): boolean {
  return target instanceof Node && owner.contains(target);
}
