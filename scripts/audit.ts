/**
 * npm run audit: known vulnerabilities of the packages that the shop runs on. Exits with 1 where one is high or
 * critical. A registry without advisories (a mirror, a closed network) is reported, and is no failure.
 */
import { execFile } from 'node:child_process';

interface Report {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>;
}

const stopping = new Set(['high', 'critical']);

/** The report of `npm audit`; null where the registry gives none. */
function readAdvisories(): Promise<Report | null> {
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--omit=dev', '--json'], { maxBuffer: 64 * 1024 * 1024 }, (_, out) => {
      try {
        const report: Report = JSON.parse(out);
        resolve(report.vulnerabilities ? report : null);
      } catch {
        resolve(null);
      }
    });
  });
}

const report = await readAdvisories();
if (report === null) {
  console.log('audit: this registry answers no advisories; nothing was checked');
} else {
  const found = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
    stopping.has(severity),
  );
  for (const [name, { severity, range, fixAvailable }] of found)
    console.error(`audit: ${name} ${range} (${severity}), ${fixAvailable ? 'a fix is there' : 'no fix yet'}`);
  console.log(`audit: ${found.length} packages with a high or critical weakness`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
