/** The address of the desk of service. */
import { unset } from '../decode.ts';
import { id } from '../fields.ts';
import { chatQueueInput } from './desk-schema.ts';

export const chatPageInput = chatQueueInput.extend({
  /** The open talk. */
  talk: unset(id('会话').optional()),
});
