import { path } from '#lib/contract/routes.ts';
import { isLinkTarget } from '#lib/rules/site/settings.ts';
import type { Context } from '../core/context.ts';
import { getSettings, type Settings } from './settings.ts';

/** The public site settings, by the wire's names. */
function publicConfig(settings: Settings): Record<string, string | string[]> {
  return {
    hot_line: settings.hotLine,
    qq1: settings.qq1,
    qq2: settings.qq2,
    service_hours: settings.serviceHours,
    rmss: settings.hotSearches,
    licences: settings.licences,
    marquee: settings.marquee,
  };
}

/** `GET api/get_config`: all public settings, or those named by `keys`; unknown keys are left out. */
export async function getConfig(
  { db }: Context<'all'>,
  { keys }: { keys: string[] },
): Promise<Record<string, string | string[]>> {
  const config = publicConfig(await getSettings(db));
  if (keys.length === 0) return config;
  return Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key)));
}

/** Target of eleven_index. */
export async function getElevenAddress({ db }: Pick<Context, 'db'>): Promise<string> {
  return elevenTarget((await getSettings(db)).elevenUrl);
}

/** The configured address, or the activities of this shop where none is set or it is no address of the web or the shop. */
export function elevenTarget(configured: string): string {
  return isLinkTarget(configured) ? configured : path('/hdzx');
}
