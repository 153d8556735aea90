/** The key of a press, for handlers of keydown. */

interface Press {
  key: string;
  keyCode: number;
  isComposing: boolean;
}

/**
 * The pressed key; empty while an input method composes, whose Enter takes a candidate and whose Escape drops it.
 * Safari reports that only by the code 229, because its composition has ended already.
 */
export function pressedKey(event: Press | { nativeEvent: Press }): string {
  const { key, keyCode, isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === 229 ? '' : key;
}
