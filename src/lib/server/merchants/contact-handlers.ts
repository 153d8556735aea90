import { contactCalls } from '#lib/contract/contact.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getContact, setContact } from './contact.ts';

export const contactHandlers = handlers(contactCalls, {
  deskContact: getContact,
  setContact,
});
