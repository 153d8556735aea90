/** What of a kind was pressed: the target of an event, or what stands around it. */
export function pressed<Kind extends Element>(target: EventTarget | null, kind: string): Kind | null {
  return target instanceof Element ? target.closest<Kind>(kind) : null;
}

/** Whether the target of an event stands inside. */
export function holds(owner: Element, target: EventTarget | null): boolean {
  return target instanceof Node && owner.contains(target);
}
