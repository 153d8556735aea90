/** The shop's reaction to a failed call: the error catalogue of rules 16, once for all islands. */
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { CancelledError, TimeoutError } from '../../api.ts';
import { openDialog } from './dialogs.ts';
import { showToast } from './toasts.ts';

/**
 * Shows a failure the way its code asks for. Cancelled reads show nothing. Only an act of the buyer may come here:
 * what the page loads by itself stays silent on 401 (rules 8).
 */
export function react(error: unknown): void {
  if (error instanceof CancelledError) return;
  if (error instanceof TimeoutError) {
    openDialog({
      title: '温馨提示',
      text: '请求超时，请刷新页面',
      confirm: '刷新',
      onConfirm: () => location.reload(),
    });
    return;
  }
  if (error instanceof AppError) reactToCode(error);
  else showToast('error', new AppError(500).message);
}

function reactToCode(error: AppError): void {
  if (error.code === 401 || error.code === 10001) goToLogin();
  else if (error.code === 422) showToast('error', firstFieldMessage(error.data) ?? error.message);
  else if (error.code === 459) {
    const told = (name: string) => String(fieldOf(error.data, name) ?? '');
    const waiting = told('waiting_link');
    const next = location.pathname + location.search;
    const leadOn = () =>
      location.assign(waiting || path('/dzht', undefined, { merchant: told('merchants'), next }));
    // Read first, then led on, however the dialog is closed (rules 16); who has signed already may stay here.
    openDialog({
      title: waiting ? '等待商家签署' : '温馨提示',
      text: error.message,
      confirm: waiting ? '查看合同' : '去签合同',
      onConfirm: leadOn,
      ...(!waiting && { onCancel: leadOn }),
    });
  } else if (error.code < 500) openDialog({ title: '温馨提示', text: error.message, confirm: '知道了' });
  else showToast('error', new AppError(500).message);
}

/** Opens the login page, with the way back here. */
export function goToLogin(): void {
  location.assign(path('/login', undefined, { next: location.pathname + location.search }));
}
