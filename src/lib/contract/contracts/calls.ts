/** Contracts of a buying company: reading, signing, checking a file (rules 20). */
import { z } from 'zod';
import { phoneProof } from '../accounts/password-schema.ts';
import { get, notice, post } from '../call.ts';
import { flag, flagOut, freeText, text, upTo } from '../fields.ts';
import { upload } from '../uploads.ts';
import { deskContractCalls } from './desk.ts';
import { contractDetail, contractNo, contractRow, remoteAddress } from './detail.ts';
import { ownSealCalls } from './seal.ts';

const { code, puzzle } = phoneProof;

/** Merchants whose contracts are wanted, by id, joined by commas; empty: all that ask. */
const merchants = freeText('商家编号', 400);

const draftsInput = z.object({
  merchants,
  /** 1: also those in force that end within 60 days. */
  renew: flag('续签').default(0),
});
export type DraftsValues = z.output<typeof draftsInput>;

/** The address of /dzht: what is opened for signing, and the page to return to. */
export const contractsPageInput = z.object({
  merchant: merchants.default(''),
  /** One partner, 0 for the platform, with a kind. */
  with: freeText('商家编号', 10).default(''),
  kind: freeText('合同种类', 20).default(''),
  renew: flag('续签').default(0),
  next: freeText('返回地址', 1_000).default(''),
});
export type ContractsPageValues = z.output<typeof contractsPageInput>;

/** The address of a contract's page: the return from a signing provider, and the page to go on to. */
export const contractPageInput = z.object({
  from: freeText('来处', 10).default(''),
  next: freeText('返回地址', 1_000).default(''),
});

/** A contract that the company may sign now. */
const contractDraft = z.object({
  /** 0: with the platform. */
  merchant_id: z.number().int(),
  merchant: z.string(),
  kind: z.string(),
  kind_text: z.string(),
  state: z.string(),
  state_text: z.string(),
  /** Last day of the one that is or was in force; empty for none. */
  valid_to: z.string(),
  version: z.number().int(),
  /** One line a paragraph. */
  body: z.string(),
  body_hash: z.string(),
  /** Goes back with the request for a code once its end was read. */
  token: z.string(),
});
export type ContractDraftWire = z.infer<typeof contractDraft>;

const signer = z.object({
  may_sign: flagOut,
  /** Why not; empty where they may. */
  refusal: z.string(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  /** The days of the letter of authority in words; empty without one. */
  authority: z.string(),
});
export type ContractSigner = z.infer<typeof signer>;

export const contractDrafts = z.object({ drafts: z.array(contractDraft), signer });
export type ContractDrafts = z.infer<typeof contractDrafts>;

/** A contract with a partner that is asked, in force, ending or ended. */
const contractPair = z.object({
  merchant_id: z.number().int(),
  merchant: z.string(),
  kind: z.string(),
  kind_text: z.string(),
  state: z.string(),
  state_text: z.string(),
  valid_to: z.string(),
  days_left: z.number().int().nullable(),
  /** 1: the merchant asks for it. */
  is_asked: flagOut,
  /** 1: the company may sign it now. */
  can_sign: flagOut,
});
export type ContractPairWire = z.infer<typeof contractPair>;

const contractsAnswer = z.object({
  pairs: z.array(contractPair),
  list: z.array(contractRow),
  signer,
});
export type ContractsAnswer = z.infer<typeof contractsAnswer>;

const goInput = contractNo.extend({
  /** Address of the page of an act, to which the contract's page leads back once it is in force. */
  next: freeText('返回地址', 1_000),
});
const token = text('阅读凭据', { min: 20, max: 1_000 });

const contractCodeInput = z.object({
  /** Tokens of the drafts whose end was read. */
  tokens: upTo(100, token, { min: 1, error: '请先阅读合同', tooMany: '一次最多签署100份合同' }),
  puzzle,
});
export type ContractCodeValues = z.output<typeof contractCodeInput>;

const signContractsInput = z.object({
  proof: z
    .string({ error: '请先获取验证码' })
    .min(20, { error: '请先获取验证码' })
    .max(40_000, { error: '阅读凭据不正确' }),
  code,
  puzzle,
});
export type SignContractsValues = z.output<typeof signContractsInput>;

const signedContracts = z.object({
  signed: z.array(contractRow),
  /** How many wait for the other side. */
  waiting: z.number().int(),
});
export type SignedContracts = z.infer<typeof signedContracts>;

/** The signatures of a PDF, and whether it is the stored one. */
const contractCheck = z.object({
  is_valid: flagOut,
  /** The verdict in a sentence. */
  sentence: z.string(),
  digest: z.string(),
  no: z.string(),
  kind_text: z.string(),
  signers: z.array(
    z.object({
      name: z.string(),
      signed_at: z.string(),
      is_intact: flagOut,
      /** Subjects from the signer up to the root. */
      chain: z.array(z.string()),
      is_trusted: flagOut,
    }),
  ),
});
export type ContractCheck = z.infer<typeof contractCheck>;

const notifyInput = z.object({ provider: text('签署平台', { min: 1, max: 20 }) });

export const contractsCalls = {
  ...deskContractCalls,
  ...ownSealCalls,
  signingNotify: notice('/api/contract/notify/{provider}', {
    who: 'all',
    input: notifyInput,
    output: z.null(),
  }),
  contracts: get('/api/contract', { who: 'buyer', input: z.object({}), output: contractsAnswer }),
  contractDrafts: get('/api/contract/drafts', { who: 'buyer', input: draftsInput, output: contractDrafts }),
  contract: get('/api/contract/detail/{no}', { who: 'buyer', input: contractNo, output: contractDetail }),
  contractCode: post('/api/contract/code', {
    who: 'buyer',
    may: 'sign',
    input: contractCodeInput,
    output: z.object({ wait_seconds: z.number(), proof: z.string() }),
  }),
  signContracts: post('/api/contract', {
    who: 'buyer',
    may: 'sign',
    input: signContractsInput,
    output: signedContracts,
  }),
  checkContract: post('/api/contract/verify', {
    who: 'anyone',
    cost: 'upload',
    input: z.object({ file: upload('请选择合同PDF文件') }),
    output: contractCheck,
  }),
  goToSign: post('/api/contract/detail/{no}/go', {
    who: 'buyer',
    may: 'sign',
    cost: 'link',
    input: goInput,
    output: remoteAddress,
  }),
  askContract: post('/api/contract/detail/{no}/ask', {
    who: 'buyer',
    may: 'sign',
    cost: 'link',
    input: contractNo,
    output: contractDetail,
  }),
};
