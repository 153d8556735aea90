import { type RefObject, useEffect } from 'react';

/** A form that a press has opened takes the focus from the button that went, to its first field. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), [form]);
}
