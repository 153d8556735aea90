/** Who may watch a room (rules 22): asked before each answer about it, its playlist's too. */
import { AppError } from '#lib/contract/errors.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { type RoomView, roomView, type Viewer } from '#lib/rules/live/room.ts';
import type { Context } from '../core/context.ts';
import { findRoom, type RoomRow } from './room-rows.ts';

type Asking = Pick<Context<'all'>, 'db' | 'actor'>;

interface Watched {
  room: RoomRow;
  view: Exclude<RoomView, 'none'>;
}

export const noRoom = () => new AppError(404, '直播间不存在或已下架');
export const joinFirst = () => new AppError(403, '本场展示处方药，企业资质审核通过后可进入');

/** Who the caller is to a room. */
export function viewerOf({ account }: Context<'all'>['actor']): Viewer {
  if (account === null) return 'visitor';
  return isApproved(account.companyState) ? 'approved' : 'unapproved';
}

/** A public room, and what the caller sees of it. Throws 404 for one that is unknown, not public or stopped. */
export async function watchRoom({ db, actor }: Asking, id: number): Promise<Watched> {
  return viewed(await findRoom(db, id), actor);
}

function viewed(room: RoomRow | null, actor: Asking['actor']): Watched {
  const view = room === null ? 'none' : roomView(room, viewerOf(actor));
  if (room === null || view === 'none') throw noRoom();
  return { room, view };
}

/** A room that the caller may watch. Throws 404 like {@link watchRoom}, and 403 for a room that it has to join first. */
export async function watchOnly(context: Asking, id: number): Promise<RoomRow> {
  return admit(await findRoom(context.db, id), context.actor);
}

/** The room, for a caller who may watch it. Throws like {@link watchOnly}. */
export function admit(found: RoomRow | null, actor: Asking['actor']): RoomRow {
  const { room, view } = viewed(found, actor);
  if (view === 'join') throw joinFirst();
  return room;
}

/** A room in the terms of the rules: moments in ms. */
export function factsOfRoom({ state, isReplay, replayFrom, replayTo }: RoomRow) {
  return {
    state,
    isReplay,
    replayFrom: replayFrom?.getTime() ?? null,
    replayTo: replayTo?.getTime() ?? null,
  };
}
