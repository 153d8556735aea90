/** Calls of wallet. */
import { get, need } from '../call.ts';
import type { walletSchemas } from './schema.ts';

type Schemas = typeof walletSchemas;

export const walletCalls = {
  money: need('wallet', get<Schemas['money'], 'buyer'>('/api/user/user-money', 'buyer')),
  moneyLog: need('wallet', get<Schemas['moneyLog'], 'buyer'>('/api/user/user-money/log', 'buyer')),
};
