/** Contracts at the desks. All reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import type {
  ContractRuleWire,
  ContractTemplates,
  SentContracts,
  SetContractRuleInput,
} from '#lib/contract/contracts/desk.ts';
import type { ContractDetail, RemoteAddress } from '#lib/contract/contracts/detail.ts';
import type { OwnSealWire, SetOwnSealInput } from '#lib/contract/contracts/seal.ts';
import { call } from '../../api.ts';

export function saveContractRule(rule: SetContractRuleInput): Promise<ContractRuleWire> {
  return call(api.setContractRule, rule);
}

export function publishTemplate(input: {
  kind: string;
  body: string;
  note: string;
  version: number;
}): Promise<ContractTemplates> {
  return call(api.publishTemplate, input);
}

/** `companies`: names, one a line. */
export function sendContract(kind: string, companies: string): Promise<SentContracts> {
  return call(api.sendContract, { kind, companies });
}

/** The picture of the seal on contracts that are sealed from now on. */
export function setContractSeal(input: SetOwnSealInput): Promise<OwnSealWire> {
  return call(api.setContractSeal, input);
}

/** The seal is drawn again from now on. */
export function dropContractSeal(version: number): Promise<OwnSealWire> {
  return call(api.dropContractSeal, { version });
}

/** The address at which the merchant's person signs. */
export function goToSignAtDesk(id: number): Promise<RemoteAddress> {
  return call(api.goToSignAtDesk, { id });
}

/** The contract as its provider says that it stands. */
export function askContractAtDesk(id: number): Promise<ContractDetail> {
  return call(api.askContractAtDesk, { id });
}
