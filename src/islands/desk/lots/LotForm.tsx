import { type ChangeEvent, type ReactNode, useId, useRef } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { type FormErrors, type FormState, type FormTexts, useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import type { DeskLot } from '#lib/contract/lots.ts';
import { showDone } from './show-done.ts';

/** Properties of every dialog of an act on a lot. */
export interface LotDialogProps {
  lot: DeskLot;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
}

interface Props<Name extends string> {
  title: string;
  button: string;
  names: readonly Name[];
  check: (values: FormTexts<Name>) => FormErrors<Name>;
  /** `ref` is the same for every repeat of one press; other words are another press. */
  send: (values: FormTexts<Name>, ref: string) => Promise<DeskLot>;
  /** The message after the act. */
  done: (now: DeskLot) => string;
  onTyped?: (event: ChangeEvent<HTMLFormElement>) => void;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
  children: (field: FormState<Name>['field']) => ReactNode;
}

/** The form of an act on a lot, in a dialog: sent once however often it is pressed, a refusal is shown in it. */
export function LotForm<Name extends string>({
  title,
  button,
  names,
  check,
  send,
  done,
  onTyped,
  onClose,
  onDone,
  children,
}: Props<Name>) {
  const formId = useId();
  const ref = useRef<string>(undefined);
  const { form, field, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    leaves: true,
    check,
    send(values) {
      ref.current ??= newKey();
      return send(values, ref.current);
    },
    onSent(now) {
      onDone(now);
      onClose();
      showDone(done(now), now);
    },
  });
  const refusal = errors.form;
  return (
    <FormDialog title={title} onClose={onClose} formId={formId} button={button} isBusy={isBusy}>
      <form
        id={formId}
        {...form}
        className="grid gap-3"
        onChange={(event) => {
          ref.current = undefined;
          onTyped?.(event);
        }}
      >
        {children(field)}
        {refusal !== undefined && (
          <p role="alert" className="text-price text-small">
            {refusal}
          </p>
        )}
      </form>
    </FormDialog>
  );
}

/** The fault of the reason; nothing where it is long enough. */
export function wordFault<Name extends string>(
  name: Name,
  typed: string,
  what: string,
): Partial<Record<Name, string>> {
  const fault: Partial<Record<Name, string>> = {};
  if (typed.trim().length < 2) fault[name] = `请填写${what}`;
  return fault;
}
