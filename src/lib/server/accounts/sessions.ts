/** The devices on which a person is logged in, and ending those. */
import { AppError } from '#lib/contract/errors.ts';
import type { SessionIdInput, SessionList } from '#lib/contract/sessions.ts';
import { deviceName } from '#lib/rules/text/device-name.ts';
import type { Context } from '../core/context.ts';
import { placeOf } from '../core/sessions/place.ts';
import {
  endOtherSessions as endOthers,
  endSession as endRow,
  listSessions as listRows,
} from '../core/sessions/rows.ts';

/** `GET /api/sessions`: the request's own first. */
export async function listSessions({ db, actor: { account }, now }: Context<'buyer'>): Promise<SessionList> {
  const rows = await listRows(db, account.userId, now);
  const list = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent ?? ''),
    address: row.address ?? '',
    place: placeOf(row.address ?? ''),
    created_at: row.createdAt.toISOString(),
    seen_at: row.seenAt.toISOString(),
    is_current: row.id === account.sessionId ? 1 : 0,
  }));
  return { list: list.toSorted((a, b) => b.is_current - a.is_current) };
}

/**
 * `POST /api/sessions/{id}/end`: answers the remaining ones. Throws 404 for a session that is not the person's or has
 * ended already, 409 for the request's own: logging out ends that one and deletes its cookies too.
 */
export async function endSession(context: Context<'buyer'>, { id }: SessionIdInput): Promise<SessionList> {
  const {
    db,
    actor: { account },
  } = context;
  if (id === account.sessionId) throw new AppError(409, '当前设备请用页面顶部的“安全退出”');
  if (!(await endRow(db, account.userId, id))) throw new AppError(404, '该设备已退出登录，请刷新后查看');
  return listSessions(context);
}

/** `POST /api/sessions/end-others`: only the request's own is left. Safe to repeat. */
export async function endOtherSessions(context: Context<'buyer'>): Promise<SessionList> {
  const {
    db,
    actor: { account },
  } = context;
  if (account.sessionId === null) throw new AppError(401);
  await endOthers(db, account.userId, account.sessionId);
  return listSessions(context);
}
