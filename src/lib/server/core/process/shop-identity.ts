/** The operator of this shop according to the settings. The demo has a fixed identity of its own. */
import { tableOf } from '../../../rules/terms/keys.ts';
import { type Env, env, misspeltSettings, StartupError } from './env.ts';
import { misspeltText } from './misspelt.ts';
import { type ShopKey, shopField, shopKeys } from './shop-fields.ts';
import { addressFault } from './site-address.ts';

export type ShopIdentity = Record<ShopKey, string>;

/** Settings as read. */
type Given = { [key in ShopKey]?: string | undefined } & Pick<Env, 'DEMO'>;

/** The identity that pages show; '' for a number that a real shop has not set. */
export function shopIdentity(given: Given = env()): ShopIdentity {
  return tableOf(shopKeys, (key) => given[key] ?? (given.DEMO ? shopField(key).demo : ''));
}

/** A sentence for each missing identity setting of a real shop, and for each with the demo's value. */
export function identityFaults(given: Given): string[] {
  if (given.DEMO) return [];
  return shopKeys.flatMap((key) => {
    const { name, example, demo, isOptional } = shopField(key);
    const value = given[key];
    if (value === undefined) return isOptional ? [] : [`请设置 ${key}（${name}），例如 ${key}=${example}`];
    return value === demo ? [`${key}（${name}）写的是演示的“${demo}”，请改成自己的`] : [];
  });
}

/**
 * Throws a StartupError with a line for each required setting of a real shop that is missing; warns of unknown ones.
 */
export function demandShop(given: Env = env()): void {
  for (const one of misspeltSettings()) console.warn(`注意：${misspeltText(one)}。`);
  const faults = [addressFault(given) ?? [], identityFaults(given)].flat();
  if (faults.length === 0) return;
  throw new StartupError(
    ['正式运行（DEMO=0）还缺以下设置，写法见 .env.example：', ...faults.map((fault) => `  ${fault}。`)].join(
      '\n',
    ),
  );
}
