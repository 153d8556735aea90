/** Which messages go to this person's telephone. Rejects as `call` does. */

import { api } from '#lib/contract/api.ts';
import type { TextChoices } from '#lib/contract/messages.ts';
import type { TextKind } from '#lib/rules/companies/text-kinds.ts';
import { call } from '../../api.ts';

export function setTextChoice(kind: TextKind, isOn: boolean): Promise<TextChoices> {
  return call(api.setTextChoice, { kind, is_on: isOn ? 1 : 0 });
}
