/** One's own data in the browser. */
import { api } from '#lib/contract/api.ts';
import { call } from '../../api.ts';
import { $user } from './user.ts';

/** Changes one's name; the header follows. Rejects as `call` does. */
export async function saveOwnName(name: string): Promise<string> {
  const user = await call(api.updateUser, { name });
  $user.set(user);
  return user.name;
}
