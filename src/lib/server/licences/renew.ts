/** Licences that merchants upload to renew registered ones, and the platform's decisions (rules 2). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  HandInLicenceValues,
  LicenceCase,
  LicenceCaseValues,
  LicenceRow,
  ReturnLicenceValues,
} from '#lib/contract/licences.ts';
import {
  licenceKinds,
  refuseAcceptance,
  refuseLicenceDays,
  renewalStates,
} from '#lib/rules/companies/licences.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { putMerchantFile } from '../files/merchant-files.ts';
import { saveMerchantFile } from '../files/report-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import {
  endOnboarding,
  findCurrentOnboarding,
  insertOnboarding,
  takeOnboardingTurn,
} from '../onboarding/rows.ts';
import { getLicenceCase, readLicence, registeredOf } from './desk.ts';
import {
  endRenewal,
  findLicence,
  findWaiting,
  insertRenewal,
  listRenewals,
  type RenewalRow,
  writeLicence,
} from './rows.ts';

/**
 * `POST /api/desk/licences`: a licence with its scan; at most one of a kind waits, a repeat changes nothing. Throws 422
 * for dates that make no sense, 409 where another one waits, else as `putMerchantFile`.
 */
export async function handInLicence(
  context: Context<'merchant'>,
  { kind, number, valid_from: validFrom, valid_to, file }: HandInLicenceValues,
): Promise<LicenceRow> {
  const { db, now, actor } = context;
  const { merchantId } = actor;
  const facts = { kind, number, validFrom, validTo: valid_to === '' ? null : valid_to };
  const refusal = refuseLicenceDays(kind, facts, now.getTime());
  if (refusal !== null) throw fieldError(refusal.field, refusal.sentence);
  const stored = await putMerchantFile(context, file, 'licence');
  await db.transaction(async (tx) => {
    const { id: fileId, name } = await saveMerchantFile(tx, stored);
    const id = await insertRenewal(tx, {
      merchantId,
      ...facts,
      fileId,
      handedInBy: actor.name,
      createdAt: now,
    });
    if (id === null) {
      const known = await findWaiting(tx, merchantId, kind);
      const isSame =
        known?.number === number &&
        known.validFrom === validFrom &&
        known.validTo === facts.validTo &&
        known.file.id === fileId;
      if (isSame) return;
      throw new AppError(409, `已有一份${licenceKinds[kind].text}在等待核验，请先撤回再提交新的`);
    }
    await writeAudit(tx, recordOf(context), {
      act: 'licence.hand_in',
      subject: 'licence',
      key: id,
      before: null,
      after: { ...facts, file: fileId, name },
      at: now,
    });
  });
  return readLicence(db, { merchantId, kind }, now);
}

async function findRenewal(tx: Tx, id: number): Promise<RenewalRow | null> {
  return (await listRenewals(tx, [id]))[0] ?? null;
}

function alreadyDecided({ state, decidedBy }: RenewalRow): AppError {
  return new AppError(409, `这次提交${renewalStates[state]}（${decidedBy ?? ''}），请刷新后再看`);
}

/**
 * `POST /api/desk/licences/{id}/withdraw`: a repeat changes nothing. Throws 404 for another merchant's, 409 for a
 * decided one.
 */
export async function withdrawLicence(
  context: Context<'merchant'>,
  { renewal_id: id }: { renewal_id: number | null },
): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = id === null ? null : await findRenewal(tx, id);
    if (id === null || known?.merchantId !== actor.merchantId) throw new AppError(404, '没有这次提交');
    if (known.state === 'withdrawn') return;
    if (!(await endRenewal(tx, id, { state: 'withdrawn', by: actor.name, at: now }))) {
      const decided = await findRenewal(tx, id);
      if (decided?.state === 'withdrawn') return;
      throw alreadyDecided(decided ?? known);
    }
    await writeAudit(tx, recordOf(context), {
      act: 'licence.withdraw',
      subject: 'licence',
      key: id,
      before: { kind: known.kind, number: known.number },
      after: null,
      at: now,
    });
  });
}

/**
 * `POST /api/desk/licences/{id}/accept`: the licence replaces the registered one, so that blocked items return, and the
 * one of the same kind among 首营资料. A repeat changes nothing. Throws 404 for none, 409 for one that was decided
 * otherwise or does not continue where the registered one ends.
 */
export async function acceptLicence(
  context: Context<'platform'>,
  { id }: LicenceCaseValues,
): Promise<LicenceCase> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = await findRenewal(tx, id);
    if (known === null) throw new AppError(404, '没有这次提交');
    await takeOnboardingTurn(tx, known.merchantId);
    const before = await findLicence(tx, known.merchantId, known.kind);
    if (!(await endRenewal(tx, id, { state: 'accepted', by: actor.name, at: now }))) {
      const decided = (await findRenewal(tx, id)) ?? known;
      if (decided.state === 'accepted') return;
      throw alreadyDecided(decided);
    }
    const registered = registeredOf(before);
    const refusal = refuseAcceptance(known, registered, now.getTime());
    if (refusal !== null) throw new AppError(409, refusal);
    await writeLicence(tx, known);
    await fileOnboarding(tx, known, now);
    await writeAudit(tx, recordOf(context), {
      act: 'licence.accept',
      subject: 'licence',
      key: id,
      before: registered,
      after: { kind: known.kind, number: known.number, validFrom: known.validFrom, validTo: known.validTo },
      at: now,
      merchantId: known.merchantId,
    });
  });
  return getLicenceCase(context, { id });
}

/** An accepted licence also goes to buyers, without a second upload. */
async function fileOnboarding(tx: Tx, renewal: RenewalRow, now: Date): Promise<void> {
  const { merchantId, kind, number, validTo, file, handedInBy } = renewal;
  const subject = { merchantId, goodsId: null, maker: null };
  const held = await findCurrentOnboarding(tx, subject, kind);
  if (held !== null) await endOnboarding(tx, held.id, { ending: 'replaced', by: handedInBy, now });
  await insertOnboarding(tx, { ...subject, kind, number, validTo, uploadedBy: handedInBy, createdAt: now }, [
    file.id,
  ]);
}

/**
 * `POST /api/desk/licences/{id}/return`: the merchant reads why and uploads another one. A repeat changes nothing.
 * Throws 404 for none, 409 for one that was decided otherwise.
 */
export async function returnLicence(
  context: Context<'platform'>,
  { id, reason }: ReturnLicenceValues,
): Promise<LicenceCase> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const known = await findRenewal(tx, id);
    if (known === null) throw new AppError(404, '没有这次提交');
    if (!(await endRenewal(tx, id, { state: 'returned', by: actor.name, at: now, reason }))) {
      const decided = (await findRenewal(tx, id)) ?? known;
      if (decided.state === 'returned' && decided.reason === reason) return;
      throw alreadyDecided(decided);
    }
    await writeAudit(tx, recordOf(context), {
      act: 'licence.return',
      subject: 'licence',
      key: id,
      before: { kind: known.kind, number: known.number },
      after: { text: reason },
      at: now,
      merchantId: known.merchantId,
    });
  });
  return getLicenceCase(context, { id });
}
