/** Sends the proof of an order to people of its company who handle documents, and to the desks' people of the books. */
import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { nextSetUp } from '#lib/rules/companies/staff.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { actorMay, type Context, shopActor, staffActorOf } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { inTurn } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import { findProof, proofText } from '../../flows/proof.ts';
import type { OrderOwner } from '../../flows/rows.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';

type Reader = Pick<Context<'buyer' | 'staff'>, 'actor'> & { owner: OrderOwner };

/** 404 for everyone else, and before the order's first night; 403 for colleagues without the permission. */
export async function answerProof({ params, locals }: APIContext): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  const { no = '' } = params;
  try {
    const db = getDb();
    const findFor = async (reader: Reader | null) => {
      const proof =
        reader && (await inTurn('page', locals.clientAddress, () => findProof(db, no, reader.owner)));
      return reader && proof && { actor: reader.actor, proof };
    };
    // One browser may be logged in at both sides.
    const found = (await findFor(await findStaff(locals))) ?? (await findFor(await findBuyer(locals)));
    if (found === null) throw new AppError(404, '这张订单还没有四流证明，付款后的次日凌晨生成');
    const { actor, proof } = found;
    await recordExport(
      { db, now: currentTime(), actor, requestId: locals.requestId },
      { act: 'file.export', subject: 'order', key: no, after: { file: '四流证明', form: 'json' } },
    );
    headers.set('Content-Type', 'application/json; charset=utf-8');
    headers.set(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`四流证明-${no}.json`)}`,
    );
    return new Response(proofText(proof), { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}

async function findBuyer(locals: APIContext['locals']): Promise<Reader | null> {
  const actor = shopActor(await locals.account());
  if (actor.kind !== 'buyer') return null;
  const { role, companyId } = actor.account;
  if (!roleMay(role, 'papers')) throw new AppError(403, roleRefusal(role, 'papers'));
  return { actor, owner: { companyId } };
}

async function findStaff(locals: APIContext['locals']): Promise<Reader | null> {
  const staff = await locals.staff();
  if (staff === null || nextSetUp(staff) !== null) return null;
  const actor = staffActorOf(staff);
  if (!actorMay(actor, 'books')) return null;
  return { actor, owner: { merchantId: actor.merchantId } };
}
