import { type RefObject, type SubmitEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { react } from '#lib/client/stores/shell/react.ts';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import { tableOf } from '#lib/rules/terms/keys.ts';

/** The value of each field, as text: empty for an unticked box, `1,2` for several of one name. */
export type FormTexts<Name extends string> = Record<Name, string>;

/** One sentence a field; `form` is shown above the button. */
export type FormErrors<Name extends string> = Partial<Record<Name | 'form', string>>;

interface Options<Name extends string, Sent> {
  /** Every field, in the order in which the first wrong one takes the focus. */
  names: readonly Name[];
  /** Checks before the request; the server decides. */
  check?: (values: FormTexts<Name>) => FormErrors<Name>;
  send: (values: FormTexts<Name>) => Promise<Sent>;
  /** Continues after sending, e.g. to another page: nothing is unsent then. */
  onSent?: (sent: Sent) => void;
  /** The page leaves, or the form goes, when it was sent: the button stays busy. */
  leaves?: boolean;
  /** Refusals without a field are shown in the form, instead of a dialog. */
  showsRefusal?: boolean;
  /** Asks before the page is left with changes that were not sent. */
  guardsChanges?: boolean;
}

export interface FormState<Name extends string> {
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    onInput: (event: SyntheticEvent<HTMLFormElement>) => void;
  };
  errors: FormErrors<Name>;
  /** A value is chosen by other means than typing: its sentence goes, and it is not sent yet. */
  forget: (name: Name) => void;
  isBusy: boolean;
  /** Something was typed that has not been sent. */
  isChanged: boolean;
  /** Name, first text and error of a field, for `<Field>` and its like. */
  field: (name: Name, text?: string) => { name: Name; defaultValue: string; error: string | undefined };
  /** Puts texts into fields, e.g. of an example, and forgets what was wrong. */
  fill: (values: Partial<FormTexts<Name>>) => void;
}

/**
 * A form whose fields keep their own text, so that what was typed before the page came to life counts. What is wrong is
 * said beside its field, the first wrong field takes the focus, a 422 of the server likewise; other refusals go the
 * common way. A sentence goes with the first letter that is typed into its field: it is about what stood there before.
 * While it is sent a second press does nothing.
 */
export function useForm<Name extends string, Sent>(options: Options<Name, Sent>): FormState<Name> {
  const [errors, setErrors] = useState<FormErrors<Name>>({});
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const isUnsent = useRef(false);
  useUnsentGuard(options.guardsChanges === true && isChanged, isUnsent);

  function setUnsent(isNow: boolean) {
    isUnsent.current = isNow;
    setChanged(isNow);
  }

  function boxesOf(name: string): HTMLElement[] {
    return [
      ...(ref.current?.querySelectorAll<HTMLElement>(`[name="${name}"], [data-field="${name}"]`) ?? []),
    ];
  }

  function boxOf(name: string): HTMLElement | null {
    return boxesOf(name)[0] ?? null;
  }

  function chosen(name: Name) {
    setUnsent(true);
    forget(name);
  }

  function forget(name: Name) {
    if (errors[name] !== undefined) setErrors((now) => ({ ...now, [name]: undefined }));
  }

  function forgetTyped(typed: EventTarget) {
    const isTyped = (name: Name) => boxesOf(name).some((box) => typed instanceof Node && box.contains(typed));
    const name = options.names.find(isTyped);
    if (name !== undefined) forget(name);
  }

  function show(found: FormErrors<Name>) {
    setErrors(found);
    const first = options.names.find((name) => found[name] !== undefined);
    if (first !== undefined) boxOf(first)?.focus();
  }

  function refuse(error: unknown) {
    const known = error instanceof AppError && error.code < 500;
    const fields = known ? pick(firstMessages(error.data), options.names) : {};
    if (Object.keys(fields).length > 0) show(fields);
    else if (known && options.showsRefusal === true && error.code !== 401) show(formError(error.message));
    else react(error);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending.current) return;
    const values = readTexts(event.currentTarget, options.names);
    const wrong = options.check?.(values) ?? {};
    show(wrong);
    if (Object.keys(wrong).length > 0) return;
    isSending.current = true;
    setBusy(true);
    try {
      const sent = await options.send(values);
      setUnsent(false);
      options.onSent?.(sent);
      if (options.leaves === true) return;
    } catch (error) {
      refuse(error);
    }
    isSending.current = false;
    setBusy(false);
  }

  return {
    form: {
      ref,
      noValidate: true,
      onSubmit: (event) => void submit(event),
      onInput({ target }) {
        setUnsent(true);
        forgetTyped(target);
      },
    },
    forget: chosen,
    errors,
    isBusy,
    isChanged,
    field: (name, text = '') => ({ name, defaultValue: text, error: errors[name] }),
    fill(values) {
      for (const [name, text] of Object.entries<string | undefined>(values)) {
        const box = boxOf(name);
        if (box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement) box.value = text ?? '';
      }
      setErrors({});
    },
  };
}

function readTexts<Name extends string>(form: HTMLFormElement, names: readonly Name[]): FormTexts<Name> {
  const data = new FormData(form);
  return tableOf(names, (name) =>
    data
      .getAll(name)
      .filter((value) => typeof value === 'string')
      .join(','),
  );
}

/**
 * Errors of fields that this form does not have cannot be shown next to a box: they are handled like other refusals.
 */
function pick<Name extends string>(found: Record<string, string>, names: readonly Name[]): FormErrors<Name> {
  const errors: FormErrors<Name> = {};
  for (const name of names) if (found[name] !== undefined) errors[name] = found[name];
  return errors;
}

function formError<Name extends string>(sentence: string): FormErrors<Name> {
  const errors: FormErrors<Name> = {};
  errors.form = sentence;
  return errors;
}

/** The browser asks before a page with unsent changes is left. */
function useUnsentGuard(isOn: boolean, isUnsent: RefObject<boolean>): void {
  useEffect(() => {
    if (!isOn) return;
    // Sent input may open another page before the form renders again.
    const ask = (event: BeforeUnloadEvent) => isUnsent.current && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOn]);
}
