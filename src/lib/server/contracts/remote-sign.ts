/**
 * The way to a provider's page for the person who signs there, and back: the address is asked for at each press, because it
 * ends; what is true after the return is asked for too (rules 20).
 */
import type { ContractDetail, RemoteAddress } from '#lib/contract/contracts/detail.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path, safeNext } from '#lib/contract/routes.ts';
import { isContractHalf } from '#lib/rules/contracts/state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { coveringCompanies } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import { siteAddress } from '../core/process/site-address.ts';
import type { Db } from '../db/client.ts';
import type { RemoteSigning, SignerAt } from '../ports/signing/port.ts';
import { findSigning } from '../ports/signing/providers.ts';
import { findDeskContract } from './desk.ts';
import { listSellerParties } from './party-rows.ts';
import { getContract } from './read.ts';
import { followOne, sellerOf } from './remote.ts';
import { type ContractEntry, findContract, findContractById, listSignatures } from './rows.ts';

/** Marks the address of our page to which the provider leads back. */
const back = 'back';

const missing = () => new AppError(404, '没有这份合同');
const changed = () => new AppError(409, '这份合同在签署平台的状态已变化，请刷新');

/**
 * `POST /api/contract/detail/{no}/go`: a new address for the person who has signed here. Throws 404 for another company's,
 * 403 for a colleague, 409 where nothing is to be signed there (any more), 503 where the provider gives no answer.
 */
export async function goToSign(
  { db, now, actor: { account } }: Context<'buyer'>,
  { no, next }: { no: string; next: string },
): Promise<RemoteAddress> {
  const find = () => findContract(db, no, { companyIds: coveringCompanies(account) });
  const entry = await find();
  if (entry === null) throw missing();
  const signature = (await listSignatures(db, [entry.contract.id])).find(({ side }) => side === 'buyer');
  if (signature === undefined) throw changed();
  if (signature.userId !== account.userId)
    throw new AppError(403, `请由签署人${signature.signer}在签署平台完成签署`);
  const home = path('/dzht/[no]', { no }, { from: back, next: next === '' ? undefined : safeNext(next) });
  const to = {
    party: entry.contract.fields.采购单位 ?? '',
    phone: account.phone,
    back: `${siteAddress()}${home}`,
  };
  return addressOf(db, entry, { find, to, now });
}

/**
 * `POST /api/desk/contracts/{id}/go`: the same for a merchant that signs there by hand. Throws 404 for another's, 409,
 * 503.
 */
export async function goToSignAtDesk(
  { db, now, actor: { merchantId } }: Context<'merchant'>,
  { id }: { id: number },
): Promise<RemoteAddress> {
  const find = () => findContractById(db, id, { merchantId });
  const entry = await find();
  if (entry === null) throw missing();
  const [found] = await listSellerParties(db, [merchantId]);
  const { signerPhone: phone } = must(found, `merchant ${merchantId}`);
  if (!entry.contract.isSellerByHand) throw new AppError(409, '这份合同由签署平台自动盖章，不需要经办人签署');
  const home = path('/desk/contracts/[id]', { id }, { from: back });
  const to = { party: sellerOf(entry.contract), phone, back: `${siteAddress()}${home}` };
  return addressOf(db, entry, { find, to, now });
}

/**
 * `POST /api/contract/detail/{no}/ask`: the contract after the provider was asked for its state. Throws as {@link
 * goToSign}.
 */
export async function askContract(
  context: Context<'buyer'>,
  { no }: { no: string },
): Promise<ContractDetail> {
  const { db, now, actor } = context;
  const entry = await findContract(db, no, { companyIds: coveringCompanies(actor.account) });
  if (entry === null) throw missing();
  await follow(db, entry, now);
  return getContract(context, { no });
}

/** `POST /api/desk/contracts/{id}/ask`: the same for the merchant. */
export async function askContractAtDesk(
  context: Context<'merchant'>,
  { id }: { id: number },
): Promise<ContractDetail> {
  const { db, now, actor } = context;
  const entry = await findContractById(db, id, { merchantId: actor.merchantId });
  if (entry === null) throw missing();
  await follow(db, entry, now);
  return must(await findDeskContract(context, id), `contract ${id}`);
}

function isAtProvider({ contract: { state, provider, askAt } }: ContractEntry): boolean {
  return isContractHalf(state) && provider !== 'own' && askAt !== null;
}

/** Asks the provider about a contract that waits there; any other stays as it is. */
async function follow(db: Db, entry: ContractEntry, now: Date): Promise<void> {
  if (!isAtProvider(entry)) return;
  await answered(entry, (provider) => followOne(db, provider, entry, now));
}

interface Way {
  /** Reads the contract again. */
  find: () => Promise<ContractEntry | null>;
  to: SignerAt;
  now: Date;
}

async function addressOf(db: Db, entry: ContractEntry, { find, to, now }: Way): Promise<RemoteAddress> {
  const { state, provider, askAt } = entry.contract;
  if (isContractHalf(state) && provider !== 'own' && askAt === null)
    throw new AppError(409, '等待商家确认盖章，确认后即可在签署平台签署');
  if (!isAtProvider(entry)) throw changed();
  await follow(db, entry, now);
  const known = must(await find(), `contract ${entry.contract.no}`);
  if (!isAtProvider(known)) throw changed();
  const { remoteNo } = known.contract;
  if (remoteNo === '') throw new AppError(409, '合同正在提交签署平台，请稍候几秒再试');
  const url = await answered(known, (provider) => provider.address(remoteNo, to));
  if (url === null)
    throw new AppError(
      409,
      '签署平台登记的经办人手机号与现在的不一致，请用签署平台短信里的链接签署，或作废后重新签署',
    );
  return { url };
}

/** Calls the provider of a contract. Throws 503 where it is not set up or gives no answer. */
async function answered<T>(
  { contract: { provider, no } }: ContractEntry,
  call: (provider: RemoteSigning) => Promise<T>,
): Promise<T> {
  const found = findSigning(provider);
  if (found === undefined) throw new AppError(503, '签署平台暂时没有开通，请联系客服');
  try {
    return await call(found);
  } catch (error) {
    if (error instanceof AppError) throw error;
    log().warn({ err: error, no }, 'a signing provider gave no answer');
    throw new AppError(503, '签署平台暂时没有答复，请稍候再试');
  }
}
