import { contractsCalls } from '#lib/contract/contracts/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { checkContractFile } from './check.ts';
import { sendContract } from './desk.ts';
import { getContractRule, getTemplates, publishTemplate, setContractRule } from './desk-texts.ts';
import { listDrafts } from './drafts.ts';
import { dropOwnSeal, getOwnSeal, setOwnSeal } from './own-seal.ts';
import { getContract, listContracts } from './read.ts';
import { askContract, askContractAtDesk, goToSign, goToSignAtDesk } from './remote-sign.ts';
import { askContractCode, signContracts } from './sign.ts';

export const contractsHandlers = handlers(contractsCalls, {
  contractSeal: getOwnSeal,
  setContractSeal: setOwnSeal,
  dropContractSeal: dropOwnSeal,
  contracts: listContracts,
  contractDrafts: listDrafts,
  contract: getContract,
  contractCode: askContractCode,
  signContracts,
  checkContract: checkContractFile,
  goToSign,
  askContract,
  goToSignAtDesk,
  askContractAtDesk,
  deskContractRule: getContractRule,
  setContractRule,
  contractTemplates: getTemplates,
  publishTemplate,
  sendContract,
});
