/** Texts about a contract that is signed at a provider, for each of its two sides (rules 20). */
import { type ContractState, isContractHalf } from './state.ts';

/** `provider` is `own` for a contract that is signed here. */
export interface RemoteFacts {
  state: ContractState;
  provider: string;
  /** The provider has a flow of it. */
  hasFlow: boolean;
  /** The seller has agreed: it is handed over, or will be. */
  isAgreed: boolean;
  isSellerByHand: boolean;
}

/**
 * Who reads it: the person who has signed for the buyer, their colleagues, the merchant's people who look after contracts,
 * and the platform's.
 */
export type RemoteReader = 'signer' | 'colleague' | 'merchant' | 'platform';

export interface RemoteStep {
  /** The reader may go to the provider's page and sign. */
  mayGo: boolean;
  /** What it waits for; empty where nothing waits at a provider. */
  text: string;
}

const nothing: RemoteStep = { mayGo: false, text: '' };

/** The step of a contract for one of its readers; `name` is the provider's. */
export function remoteStep(facts: RemoteFacts, reader: RemoteReader, name: string): RemoteStep {
  const { state, provider, hasFlow, isAgreed, isSellerByHand } = facts;
  if (provider === 'own' || !isContractHalf(state)) return nothing;
  if (!isAgreed) return reader === 'merchant' ? nothing : { mayGo: false, text: '等待商家确认盖章' };
  if (reader === 'signer') return { mayGo: true, text: `请在${name}完成签署` };
  if (!hasFlow) return { mayGo: false, text: `正在提交${name}` };
  if (reader === 'merchant' && isSellerByHand) return { mayGo: true, text: `请经办人在${name}完成签署` };
  return {
    mayGo: false,
    text: reader === 'colleague' ? `等待签署人在${name}完成签署` : `等待采购方在${name}完成签署`,
  };
}
