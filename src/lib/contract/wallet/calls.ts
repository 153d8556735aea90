/** Calls of wallet. */
import { get, need, post } from '../call.ts';
import type { walletSchemas } from './schema.ts';

type Schemas = typeof walletSchemas;

export const walletCalls = {
  money: need('wallet', get<Schemas['money'], 'buyer'>('/api/user/user-money', 'buyer')),
  startTopUp: post<Schemas['startTopUp']>('/api/user/top-up', 'buyer', 'wallet'),
  topUp: need('wallet', get<Schemas['topUp'], 'buyer'>('/api/user/top-up/{no}', 'buyer')),
  pointsLog: need('wallet', get<Schemas['pointsLog'], 'buyer'>('/api/points/log', 'buyer')),
  moneyLog: need('wallet', get<Schemas['moneyLog'], 'buyer'>('/api/user/user-money/log', 'buyer')),
};
