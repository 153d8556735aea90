/**
 * `GET /api/pay/link/{token}/events`: notifies open pages of a 代付 link when what it shows has changed, and of nothing
 * else.
 */
import { AppError } from '#lib/contract/errors.ts';
import type { CallContext } from '../core/context.ts';
import { streamNews } from '../core/events/stream.ts';
import { currentTime } from '../core/process/clock.ts';
import { findLinkFace } from './by-link.ts';

/**
 * Events of the buyer's company say only that some order moved: each is compared with what the link shows, and sent
 * only where that has changed. Ends with the link. Throws 404 for no link, 503 as every stream.
 */
export async function openLinkStream(
  { db, requestId }: Pick<CallContext<'anyone'>, 'db' | 'requestId'>,
  { token = '' }: Partial<Record<string, string>>,
  beatMs?: number,
): Promise<Response> {
  const look = () => findLinkFace({ db, now: currentTime(), requestId }, token);
  const first = await look();
  if (first?.isOpen !== true) throw new AppError(404, '链接不存在或已结束');
  let { face } = first;
  // One look after the other: an older one that comes later would count as a change again.
  let looking = Promise.resolve(false);
  async function isNew(): Promise<boolean> {
    const now = (await look())?.face ?? '';
    const was = face;
    face = now;
    return now !== was;
  }
  return streamNews(
    {
      companyId: first.companyId,
      userId: `link ${first.id}`,
      isGuest: true,
      async mayReceive() {
        return (await look())?.isOpen === true;
      },
      async isSent(kind) {
        if (kind !== 'order') return false;
        looking = looking.then(isNew, isNew);
        return looking;
      },
    },
    beatMs,
  );
}
