import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Chromium as root in a container, and silent: it asks nobody on the network about anything. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find(isExecutable);
}

/**
 * CHROMIUM_PATH, else the one that npm brought (one version everywhere, and a headless shell is twice as quick as a
 * desktop's browser), else a browser of the system.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const isBundled = process.platform === 'linux' && process.arch === 'x64';
  const installed = isBundled ? undefined : findInstalled();
  if (installed) return installed;
  const { default: bundled } = await import('@sparticuz/chromium');
  return bundled.executablePath();
}
