/** Numbers of a read replica; none where there is none. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { replicaState } from '#lib/server/db/read-elsewhere.ts';

export function replicaMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'yaopi_replica_lag_seconds',
    help: 'How far the read replica is behind the primary; +Inf when it is away',
    registers,
    collect() {
      const state = replicaState();
      if (state === null) this.remove();
      else this.set(state.lagMs / 1000);
    },
  });
  new Counter({
    name: 'yaopi_replica_reads_total',
    help: 'Reads that may go to the replica, by where they went: replica, primary',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset();
      const { replica, primary } = replicaState()?.reads ?? {};
      if (replica !== undefined) this.inc({ from: 'replica' }, replica);
      if (primary !== undefined) this.inc({ from: 'primary' }, primary);
    },
  });
}
