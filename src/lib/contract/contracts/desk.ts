/** Contracts at the desks: what a merchant asks for, versions of texts, sending, and signing at a provider (rules 20). */
import { z } from 'zod';
import { contractAskKeys, contractStepKeys } from '#lib/rules/contracts/kinds.ts';
import { contractTextLimit } from '#lib/rules/contracts/template.ts';
import { isMobile } from '#lib/rules/text/phone.ts';
import { get, post } from '../call.ts';
import { draftPhone, flag, flagOut, freeText, text } from '../fields.ts';
import { contractDetail, contractIdInput, remoteAddress } from './detail.ts';

const rule = z.object({
  asks: z.enum(contractAskKeys, { error: '请选择要求的合同' }),
  step: z.enum(contractStepKeys, { error: '请选择从哪一步起要求' }),
  seals_itself: flag('自动盖章'),
  /** Who signs for the merchant at a signing provider, and the seal that is set there by itself; empty without a provider. */
  signer_name: freeText('经办人姓名', 40),
  signer_phone: draftPhone('经办人手机号').refine((phone) => phone === '' || isMobile(phone), {
    error: '请填写11位手机号',
  }),
  remote_seal: freeText('授权印章编号', 64).refine((no) => /^[\w-]*$/.test(no), {
    error: '授权印章编号由字母、数字和横线组成',
  }),
});

const contractRuleWire = z.object({
  asks: z.enum(contractAskKeys),
  step: z.enum(contractStepKeys),
  seals_itself: flagOut,
  signer_name: z.string(),
  signer_phone: z.string(),
  remote_seal: z.string(),
  /** The signing provider at which contracts are signed; empty: they are signed here. */
  provider: z.string(),
  version: z.number().int(),
  set_by: z.string(),
  updated_at: z.string(),
});
export type ContractRuleWire = z.infer<typeof contractRuleWire>;

const setContractRuleInput = rule.extend({
  version: z.coerce.number({ error: '版本不正确' }).int({ error: '版本不正确' }),
});
export type SetContractRuleInput = z.input<typeof setContractRuleInput>;
export type SetContractRuleValues = z.output<typeof setContractRuleInput>;

export const contractTemplates = z.object({
  list: z.array(
    z.object({
      kind: z.string(),
      kind_text: z.string(),
      version: z.number().int(),
      body: z.string(),
      hash: z.string(),
      note: z.string(),
      published_by: z.string(),
      published_at: z.string(),
      contracts: z.number().int(),
    }),
  ),
});
export type ContractTemplates = z.infer<typeof contractTemplates>;

const publishTemplateInput = z.object({
  kind: text('合同种类', { min: 1, max: 20 }),
  body: text('正文', { min: 1, max: contractTextLimit }),
  note: text('修订说明', { min: 2, max: 200 }),
  /** The newest version that the person has seen. */
  version: z.coerce.number({ error: '版本不正确' }).int({ error: '版本不正确' }),
});
export type PublishTemplateValues = z.output<typeof publishTemplateInput>;

const sendContractInput = z.object({
  /** Names of companies, one a line. */
  companies: text('企业', { min: 1, max: 4_000 }),
  kind: text('合同种类', { min: 1, max: 20 }),
});
export type SendContractValues = z.output<typeof sendContractInput>;

const sentContracts = z.object({
  sent: z.number().int(),
  /** A sentence each for those that were left out. */
  left: z.array(z.string()),
});
export type SentContracts = z.infer<typeof sentContracts>;

export const deskContractCalls = {
  deskContractRule: get('/api/desk/contract-rule', {
    who: 'merchant',
    may: 'contracts',
    input: z.object({}),
    output: contractRuleWire,
  }),
  goToSignAtDesk: post('/api/desk/contracts/{id}/go', {
    who: 'merchant',
    may: 'contracts',
    cost: 'link',
    input: contractIdInput,
    output: remoteAddress,
  }),
  askContractAtDesk: post('/api/desk/contracts/{id}/ask', {
    who: 'merchant',
    may: 'contracts',
    cost: 'link',
    input: contractIdInput,
    output: contractDetail,
  }),
  setContractRule: post('/api/desk/contract-rule', {
    who: 'merchant',
    may: 'contracts',
    input: setContractRuleInput,
    output: contractRuleWire,
  }),
  contractTemplates: get('/api/desk/contract-templates', {
    who: 'staff',
    may: 'contracts',
    input: z.object({}),
    output: contractTemplates,
  }),
  publishTemplate: post('/api/desk/contract-templates', {
    who: 'platform',
    may: 'contracts',
    input: publishTemplateInput,
    output: contractTemplates,
  }),
  sendContract: post('/api/desk/contracts/send', {
    who: 'staff',
    may: 'contracts',
    input: sendContractInput,
    output: sentContracts,
  }),
};
