/** The sealed PDF of a contract: made once when both sides have signed, stored by its hash, never changed (rules 20). */
import { createHash } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import { isContractSigned } from '#lib/rules/contracts/state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { coveringCompanies } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import { NoTurn } from '../core/fair-queue.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import { makeBook } from '../engines/pdf/make-book.ts';
import { IsolatedError } from '../engines/run-isolated.ts';
import { openFiles } from '../ports/files/store.ts';
import { type SigningParty, signPdf } from '../ports/signing/own.ts';
import { findSigning } from '../ports/signing/providers.ts';
import { contractBook } from './book.ts';
import { readSeal } from './own-seal.ts';
import {
  type ContractReader,
  type ContractRow,
  findContract,
  listCovering,
  listSignatures,
  type SignatureRow,
  setFileDigest,
} from './rows.ts';

/** The address of a sealed PDF in the file store. */
function sealedAddress(digest: string): string {
  return `contract-${digest}`;
}

/** A sealed PDF for the people of its company; null where there is none for them. Throws 503 where it cannot be made. */
export function findOwnFile(
  { db, now, actor: { account } }: Context<'buyer'>,
  no: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return findFile(db, no, { companyIds: coveringCompanies(account) }, now);
}

/** The same for a merchant's people or the platform's. */
export function findDeskFile(
  { db, now, actor: { merchantId } }: Context<'staff'>,
  no: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return findFile(db, no, { merchantId }, now);
}

async function findFile(
  db: Db,
  no: string,
  reader: ContractReader,
  now: Date,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const entry = await findContract(db, no, reader);
  if (entry === null || !isContractSigned(entry.contract.state)) return null;
  try {
    const digest = entry.contract.fileDigest || (await fileContract(db, entry.contract, entry.version, now));
    const bytes = await (await openFiles()).find(sealedAddress(digest), 'stored');
    return bytes === undefined ? null : new Uint8Array(bytes);
  } catch (error) {
    if (error instanceof NoTurn) throw new AppError(429, '正在生成的PDF较多，请稍候再试', { retry_after: 5 });
    if (!(error instanceof IsolatedError)) throw error;
    log().error({ err: error, no }, 'the PDF of a contract was not made');
    throw new AppError(503, '暂时无法生成合同PDF，请稍候再试');
  }
}

/** A signed contract as a paper of a purchase. */
export interface ContractPaper {
  no: string;
  kind: string;
  /** It is a 质量保证协议, which 首营资料 require. */
  isQuality: boolean;
  validFrom: string;
  validTo: string;
  /** The sealed PDF; null where it cannot be read or made now. */
  read: () => Promise<Uint8Array | null>;
}

/** The contracts of a buyer with a merchant that covered a day, for what is filed with an order. */
export async function listContractPapers(
  { db, now, actor: { account } }: Context<'buyer'>,
  merchantId: number,
  day: string,
): Promise<ContractPaper[]> {
  const companyIds = coveringCompanies(account);
  const entries = await listCovering(db, { companyIds, merchantId, day });
  return entries.map(({ contract }) => ({
    no: contract.no,
    kind: contractKindText(contract.kind),
    isQuality: contract.kind === 'quality',
    validFrom: contract.validFrom ?? '',
    validTo: contract.validTo ?? '',
    read: async () => {
      try {
        return await findFile(db, contract.no, { companyIds }, now);
      } catch (error) {
        // The package says so, and the contract can be had at /dzht.
        log().warn({ err: error, no: contract.no }, 'a contract is missing in a package');
        return null;
      }
    },
  }));
}

/** Makes and stores the sealed PDF; answers its hash. Of two that are made at once the first one stays. */
export async function fileContract(
  db: Db,
  contract: ContractRow,
  version: number,
  now: Date,
): Promise<string> {
  const bytes =
    contract.provider === 'own'
      ? await sealedPdf(db, contract, version)
      : await must(findSigning(contract.provider), `the signing provider of ${contract.no}`).file(
          contract.remoteNo,
        );
  const digest = createHash('sha256').update(bytes).digest('hex');
  const files = await openFiles();
  await files.put(sealedAddress(digest), 'stored', Buffer.from(bytes));
  if (await setFileDigest(db, contract.id, digest)) return digest;
  const named = (await findContract(db, contract.no, { merchantId: null }))?.contract.fileDigest ?? '';
  // A provider gives both callers the same bytes: the file of the second is then that of the first.
  if (named !== digest) await files.remove(sealedAddress(digest));
  log().info({ no: contract.no, at: now }, 'a contract was sealed twice at once, the first file stays');
  return named;
}

async function sealedPdf(db: Db, contract: ContractRow, version: number): Promise<Uint8Array> {
  const signatures = await listSignatures(db, [contract.id]);
  const seller = signatures.find(({ side }) => side === 'seller');
  const picture = seller === undefined ? null : await readSeal(db, contract.merchantId, seller);
  let pdf = await makeBook(
    contractBook(contract, version, { signatures, hasPicture: picture !== null }),
    `company ${contract.companyId}`,
    async () => (picture === null ? [] : [picture]),
  );
  for (const signature of signatures)
    pdf = await signPdf(db, pdf, partyOf(contract, signature), {
      field: signature.side,
      name: signature.party,
      reason: `签署《${contractKindText(contract.kind)}》${contract.no}`,
      at: signature.signedAt,
    });
  return pdf;
}

/** The unsealed text of a contract, for a provider that seals it. */
export function plainPdf(contract: ContractRow, version: number): Promise<Uint8Array> {
  const book = contractBook(contract, version, { signatures: [], hasPicture: false });
  return makeBook(book, `company ${contract.companyId}`, async () => []);
}

function partyOf(
  { companyId, merchantId, fields }: ContractRow,
  { side, party }: SignatureRow,
): SigningParty {
  const isBuyer = side === 'buyer';
  const seller = merchantId === null ? 'platform' : `merchant:${merchantId}`;
  return {
    key: isBuyer ? `company:${companyId}` : seller,
    subject: {
      name: party,
      number: (isBuyer ? fields.采购方信用代码 : (fields.供货方信用代码 ?? fields.运营主体信用代码)) ?? '',
      organization: isBuyer ? '采购方' : merchantId === null ? '平台' : '供货方',
    },
  };
}
