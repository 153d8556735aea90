/** The key of a press, for handlers of keydown. */

interface Press {
  key: string;
  keyCode: number;
  isComposing: boolean;
}

/**
 * The key that was pressed; empty while an input method composes, whose Enter takes a candidate and whose Escape drops
 * it. Safari says so by the code 229 alone, as its composition has ended by then.
 */
export function pressedKey(event: Press | { nativeEvent: Press }): string {
  const { key, keyCode, isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === 229 ? '' : key;
}
