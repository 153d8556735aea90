/** Checks a contract's PDF: its signatures, their certificates, and whether it is the stored file (rules 20). */
import { createHash } from 'node:crypto';
import type { ContractCheck } from '#lib/contract/contracts/calls.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import { isContractSigned } from '#lib/rules/contracts/state.ts';
import { hasPassed } from '#lib/rules/terms/shelf-life.ts';
import type { Context } from '../core/context.ts';
import { checkPdf } from '../ports/signing/own.ts';
import { type ContractRow, findByDigest } from './rows.ts';

/**
 * `POST /api/contract/verify`: reads an uploaded PDF in memory and stores nothing of it. It is valid where it equals, byte
 * by byte, the file that was stored when both sides had signed, and its signatures hold. Anyone may call it: whoever has
 * the file may know its content.
 */
export async function checkContractFile(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { file }: { file: Upload },
): Promise<ContractCheck> {
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  const [verdicts, contract] = await Promise.all([checkPdf(db, file.bytes), findByDigest(db, digest)]);
  const holds =
    verdicts.length > 0 &&
    verdicts.every(({ isIntact, isTrusted }) => isIntact && isTrusted) &&
    verdicts.at(-1)?.isWhole === true;
  const isValid = contract !== null && (holds || contract.provider !== 'own');
  return {
    is_valid: isValid ? 1 : 0,
    sentence: isValid ? validSentence(contract, now) : faultOf(verdicts.length, holds),
    digest,
    no: contract?.no ?? '',
    kind_text: contract === null ? '' : contractKindText(contract.kind),
    signers: verdicts.map(({ name, signedAt, isIntact, isTrusted, chain }) => ({
      name,
      signed_at: signedAt?.toISOString() ?? '',
      is_intact: isIntact ? 1 : 0,
      is_trusted: isTrusted ? 1 : 0,
      chain,
    })),
  };
}

function validSentence({ state, validTo, voidReason }: ContractRow, now: Date): string {
  if (!isContractSigned(state)) return `文件与签署时一致，但合同已作废：${voidReason}`;
  if (validTo !== null && hasPassed(validTo, now.getTime()))
    return `文件与签署时一致，合同已于${validTo}到期`;
  return `文件与签署时一致，签名有效，合同有效至${validTo ?? ''}`;
}

function faultOf(signatures: number, holds: boolean): string {
  if (signatures === 0) return '文件中没有可以核验的数字签名，可能不是从本平台下载的合同，或文件已损坏';
  return holds
    ? '签名可以读取，但文件不是本平台保存的合同'
    : '核验不通过：文件在签署后被改动过，或签名不是本平台签发的';
}
