/** The end of a trace's sentence about one line's part of a shared amount. */
import { type Fen, showYuan } from '../money/money.ts';

export function shareText(amount: Fen): string {
  return `，本商品分摊¥${showYuan(amount)}`;
}

/** The sentence for a part of the line it was made for; sentences without a share stay as they are. */
export function ownShare(reason: string, amount: Fen): string {
  return reason.replace(/，本商品分摊¥[\d.,]+$/, () => shareText(amount));
}
