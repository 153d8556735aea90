/** Contracts in the browser. All reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import type { ContractCheck, SignedContracts } from '#lib/contract/contracts/calls.ts';
import type { ContractDetail, RemoteAddress } from '#lib/contract/contracts/detail.ts';
import { call } from '../api.ts';
import { withPuzzle } from './shell/passwords.ts';

/** The ends of these texts were read: has a code sent to one's own telephone. `proof` goes with the signature. */
export function askContractCode(tokens: string[]): Promise<{ wait_seconds: number; proof: string }> {
  return withPuzzle((puzzle) => call(api.contractCode, { tokens, puzzle }));
}

/** Signs all texts of the proof. */
export function signContracts(proof: string, code: string): Promise<SignedContracts> {
  return withPuzzle((puzzle) => call(api.signContracts, { proof, code, puzzle }));
}

/** Has the signatures of a file checked; nothing of it is stored. */
export function checkContract(file: Blob): Promise<ContractCheck> {
  return call(api.checkContract, { file });
}

/** The address at which the caller signs; `next` is the page to go on to afterwards, empty for none. */
export function goToSign(no: string, next: string): Promise<RemoteAddress> {
  return call(api.goToSign, { no, next });
}

/** The contract as its provider says that it stands. */
export function askContract(no: string): Promise<ContractDetail> {
  return call(api.askContract, { no });
}
