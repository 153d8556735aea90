import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonKind } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Props extends Pick<ComponentProps<typeof Dialog>, 'title' | 'width'> {
  /** The id of the form among the children, which the button sends. */
  formId: string;
  button: string;
  /** Its look: a refusing or deleting button looks different. */
  kind?: ButtonKind;
  isBusy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, sent by the button of its foot. */
export function FormDialog({
  title,
  width,
  formId,
  button,
  kind = 'primary',
  isBusy,
  onClose,
  children,
}: Props) {
  return (
    <Dialog
      title={title}
      open
      isForm
      {...(width !== undefined && { width })}
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            取消
          </Button>
          <Button kind={kind} type="submit" form={formId} busy={isBusy}>
            {button}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
