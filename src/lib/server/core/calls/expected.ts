/** In which share the body of a call is read. */
import type { Actors } from '../context.ts';
import type { ExpectedBody } from '../expected-body.ts';

/** The share of a call's body. `network` is the key of a visitor. */
export function expectedOf(actor: Actors['all' | 'staff'], network: string, limit: number): ExpectedBody {
  if (actor.kind === 'visitor') return { sender: 'visitor', key: network, limit };
  const key = actor.kind === 'buyer' ? `company ${actor.account.companyId}` : `staff ${actor.name}`;
  return { sender: 'member', key, limit };
}
