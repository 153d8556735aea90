/** Signing by a buying company: reading, a code by text message, and the signatures of both sides (rules 20). */
import type {
  ContractCodeValues,
  SignContractsValues,
  SignedContracts,
} from '#lib/contract/contracts/calls.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { type Authority, signRight } from '#lib/rules/contracts/authority.ts';
import { isContractSigned } from '#lib/rules/contracts/state.ts';
import { proveCode, sendCode } from '../accounts/phone-codes.ts';
import { lockTurns } from '../core/idempotency-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { getSettings } from '../site/settings.ts';
import { listPartners } from './drafts.ts';
import { type ReadingProof, readEvidence, writeEvidence } from './evidence.ts';
import { type ContractRow, listSignedSince } from './rows.ts';
import { readAgain, type Signing, signOne } from './sign-one.ts';
import { rowsWire } from './wire.ts';

/** A text that was handed out longer ago has to be opened again, ms. */
const readingTtl = 2 * 3_600_000;
/** From the end of reading to the signature, ms. */
const proofTtl = 30 * 60_000;

/** Throws 403 with what is to be done where the caller may not sign now; answers the letter of authority. */
function guardSigner({ actor: { account }, now }: Signing): Authority {
  if (!isApproved(account.companyState)) throw new AppError(403, '企业审核通过后才能签署合同');
  if (account.phone === '') throw new AppError(403, '您的账号没有绑定手机号，不能接收签署验证码，请联系客服');
  const { refusal, authority } = signRight(account, now.getTime());
  if (refusal !== null) throw new AppError(403, refusal);
  return authority;
}

/**
 * `POST /api/contract/code`: the ends of these texts were read; sends a code to the signer's own telephone, and answers
 * the proof of reading that the signature carries. Throws 403 as for signing, 409 for tokens that are another's or too
 * old, else as `sendCode`.
 */
export async function askContractCode(
  context: Signing,
  { tokens, puzzle }: ContractCodeValues,
): Promise<{ wait_seconds: number; proof: string }> {
  guardSigner(context);
  const {
    actor: { account },
    now,
  } = context;
  const at = now.getTime();
  const read = tokens.map((token) => {
    const given = readEvidence('reading', token);
    if (given === null || given.company !== account.companyId || given.user !== account.userId)
      throw readAgain();
    if (at - given.at > readingTtl) throw readAgain();
    const { merchant, kind, hash, at: from } = given;
    return { merchant, kind, hash, from };
  });
  const { wait_seconds } = await sendCode(
    context,
    { purpose: 'contract', phone: account.phone, puzzle },
    true,
  );
  const { companyId: company, userId: user } = account;
  return { wait_seconds, proof: writeEvidence('read', { company, user, at, read }) };
}

/**
 * `POST /api/contract`: signs all texts of the proof at once, for the caller's company. What a colleague has signed
 * meanwhile counts as done. A merchant whose rule seals by itself has signed with it. Throws 403 for a role or a letter
 * of authority that does not cover the day, 409 for texts that have changed since they were read, 422 for a wrong code,
 * 429 after too many.
 */
export async function signContracts(context: Signing, input: SignContractsValues): Promise<SignedContracts> {
  const authority = guardSigner(context);
  const {
    db,
    actor: { account },
    now,
  } = context;
  const proof = readEvidence('read', input.proof);
  if (proof === null || proof.company !== account.companyId || proof.user !== account.userId)
    throw fieldError('proof', '请先阅读合同并获取验证码');
  if (now.getTime() - proof.at > proofTtl) throw readAgain();
  const { companyId } = account;
  const asking = { purpose: 'contract' as const, phone: account.phone, puzzle: input.puzzle };
  // A repeat after a lost answer: the code is used up, and everything is signed.
  const done = await findAllDone(db, companyId, proof);
  if (done !== null) return answerOf(db, done, { userId: account.userId, now: context.now });
  const code = await proveCode(context, asking, input.code);
  const signed = await db.transaction(async (tx) => {
    // Colleagues who sign at once wait for each other, and find what the first has signed.
    await lockTurns(tx, [companyId]);
    await code.spend(tx);
    return signAll(tx, context, proof, authority);
  });
  return answerOf(db, signed, { userId: account.userId, now: context.now });
}

async function answerOf(
  db: Db,
  signed: readonly ContractRow[],
  reader: { userId: string; now: Date },
): Promise<SignedContracts> {
  return {
    signed: await rowsWire(db, signed, reader),
    waiting: signed.filter(({ state }) => !isContractSigned(state)).length,
  };
}

/** The contracts of all texts where the company has signed each since its end was read; null where one is lacking. */
async function findAllDone(
  db: Db,
  companyId: number,
  { at, read }: ReadingProof,
): Promise<ContractRow[] | null> {
  const signed = await listSignedSince(db, companyId, new Date(at));
  const done = read.map(({ merchant, kind, hash }) =>
    signed.find((one) => (one.merchantId ?? 0) === merchant && one.kind === kind && one.bodyHash === hash),
  );
  return done.every((row) => row !== undefined) ? done : null;
}

async function signAll(
  tx: Tx,
  context: Signing,
  proof: ReadingProof,
  authority: Authority,
): Promise<ContractRow[]> {
  const {
    actor: { account },
    now,
  } = context;
  const wanted = proof.read.map(({ merchant }) => merchant).filter((id) => id > 0);
  const partners = await listPartners(tx, account, wanted, now);
  const settings = await getSettings(context.db);
  const signed: ContractRow[] = [];
  // In one order everywhere: two colleagues who sign at once wait for each other once.
  const texts = proof.read.toSorted((a, b) => a.merchant - b.merchant || a.kind.localeCompare(b.kind));
  for (const read of texts) {
    const partner = partners.find(
      ({ seller, kind }) => (seller?.id ?? 0) === read.merchant && kind === read.kind,
    );
    if (partner === undefined) throw readAgain();
    signed.push(await signOne(tx, context, { partner, read, readTo: proof.at, authority, settings }));
  }
  return signed;
}
