/** Gauges: what is true when metrics are read. */
import { Gauge, type Registry } from 'prom-client';
import { clockSkewMs } from '#lib/server/core/process/clock.ts';
import { sources } from '#lib/server/core/process/meter.ts';
import { type Ability, isReady } from '#lib/server/db/probe.ts';
import { canStoreFiles } from '#lib/server/ports/files/probe.ts';
import { cacheSize } from '#lib/server/web/cache/store.ts';
import { isArchiveFailing, newestBackup } from './newest-backup.ts';

/** The ability of the database, as reported by health. */
export type Able = () => Promise<Ability>;

const poolStates = () => [...sources().pools].map((state) => state());

export function gaugesOf(registry: Registry, able: Able): void {
  const registers = [registry];
  new Gauge({
    name: 'yaopi_ready',
    help: 'Whether buyers can buy here: 1 or 0',
    registers,
    async collect() {
      this.set(Number(isReady(await able())));
    },
  });
  new Gauge({
    name: 'yaopi_database_works',
    help: 'Whether the database does what is asked: reading, writing',
    labelNames: ['what'],
    registers,
    async collect() {
      const { reading, writing } = await able();
      this.set({ what: 'reading' }, Number(reading));
      this.set({ what: 'writing' }, Number(writing));
    },
  });
  new Gauge({
    name: 'yaopi_clock_skew_seconds',
    help: 'Clock of this process minus clock of the database',
    registers,
    collect() {
      this.set(clockSkewMs() / 1000);
    },
  });
  new Gauge({
    name: 'yaopi_files_works',
    help: 'Whether the place of files takes one: 1 or 0',
    registers,
    async collect() {
      this.set(Number(await canStoreFiles()));
    },
  });
  new Gauge({
    name: 'yaopi_pool_connections',
    help: 'Connections to the database by state: open, idle',
    labelNames: ['state'],
    registers,
    collect() {
      const pools = poolStates();
      this.set(
        { state: 'open' },
        pools.reduce((sum, pool) => sum + pool.totalCount, 0),
      );
      this.set(
        { state: 'idle' },
        pools.reduce((sum, pool) => sum + pool.idleCount, 0),
      );
    },
  });
  new Gauge({
    name: 'yaopi_pool_waiting',
    help: 'Queries that wait for a connection',
    registers,
    collect() {
      this.set(poolStates().reduce((sum, pool) => sum + pool.waitingCount, 0));
    },
  });
  new Gauge({
    name: 'yaopi_page_cache_pages',
    help: 'Stored answers of public pages',
    registers,
    collect() {
      this.set(cacheSize().pages);
    },
  });
  new Gauge({
    name: 'yaopi_page_cache_bytes',
    help: 'Bytes of the stored answers',
    registers,
    collect() {
      this.set(cacheSize().bytes);
    },
  });
  new Gauge({
    name: 'yaopi_event_streams',
    help: 'Open event streams',
    registers,
    collect() {
      this.set(sources().streams());
    },
  });
  new Gauge({
    name: 'yaopi_wal_archive_failing',
    help: '1 when the database could not archive its last segment; 0 when it could, or archives nothing',
    registers,
    async collect() {
      this.set(Number((await isArchiveFailing()) ?? false));
    },
  });
  new Gauge({
    name: 'yaopi_backup_last_timestamp_seconds',
    help: 'When the newest whole backup in BACKUP_TO was begun; 0 when there is none or it cannot be read',
    registers,
    async collect() {
      this.set(await newestBackup(Date.now()));
    },
  });
}
