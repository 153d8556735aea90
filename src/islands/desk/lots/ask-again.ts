import { CancelledError } from '#lib/client/api.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { AppError } from '#lib/contract/errors.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/**
 * Sends; where the server asks for a confirmation, the person is asked, and a confirmed input is sent once more.
 * Rejects with a CancelledError where they decline.
 */
export async function askAgain<Sent>(send: (confirmed: 0 | 1) => Promise<Sent>): Promise<Sent> {
  try {
    return await send(0);
  } catch (error) {
    if (!(error instanceof AppError) || fieldOf(error.data, 'asks') !== 1) throw error;
    const isRight = await ask({
      title: '请核对',
      text: error.message,
      confirm: '核对无误',
      cancel: '返回修改',
    });
    if (!isRight) throw new CancelledError();
    return send(1);
  }
}
