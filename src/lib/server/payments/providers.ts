/** The ways to pay, by the key that the wire and the database name. */
import { env } from '../process/env.ts';
import type { Provider, RemoteProvider } from './port.ts';
import { sandboxProvider } from './sandbox.ts';
import { walletProvider } from './wallet.ts';

/** In the order in which they are offered. The 模拟收银台 exists in the demo only. */
export function listProviders(): Provider[] {
  return env().DEMO ? [walletProvider, sandboxProvider] : [walletProvider];
}

/** A way to pay that is open here, or undefined. */
export function findProvider(key: string): Provider | undefined {
  return listProviders().find((provider) => provider.key === key);
}

/** The ways of payments in the order in which they are given, for people to read. */
export function nameWays(payments: readonly { provider: string }[]): string {
  return payments.map(({ provider }) => findProvider(provider)?.name ?? '').join('、');
}

/** A way to pay where somebody else takes the money. */
export function findRemote(key: string): RemoteProvider | undefined {
  const provider = findProvider(key);
  return provider?.kind === 'remote' ? provider : undefined;
}
