import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { nextSetUp, staffMay } from '#lib/rules/companies/staff.ts';
import { findDeskFile, findOwnFile } from '../../contracts/file.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { shopActor, staffActorOf } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { getDb } from '../../db/client.ts';

/**
 * Sends the sealed PDF of a contract to people of its company, its merchant's and the platform's people who look after
 * contracts. For all others it does not exist.
 */
export async function answerContract({ params, locals }: APIContext): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  const { no = '' } = params;
  try {
    const bytes = await find(locals, no);
    if (bytes === null) return new Response(null, { status: 404, headers });
    headers.set('Content-Type', 'application/pdf');
    headers.set(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`合同-${no}.pdf`)}`,
    );
    return new Response(bytes, { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}

async function find(locals: APIContext['locals'], no: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!/^HT\d{18}$/.test(no)) return null;
  const context = { db: getDb(), now: currentTime(), requestId: locals.requestId };
  const buyer = shopActor(await locals.account());
  const own = buyer.kind === 'buyer' ? await findOwnFile({ ...context, actor: buyer }, no) : null;
  if (own !== null) return own;
  const staff = await locals.staff();
  if (staff === null || nextSetUp(staff) !== null) return null;
  const actor = staffActorOf(staff);
  return staffMay(actor.kind, staff.role, 'contracts') ? findDeskFile({ ...context, actor }, no) : null;
}
