import { deskFindCalls } from '#lib/contract/desk/find.ts';
import { handlers } from '../core/calls/handlers.ts';
import { findAtDesk } from './find.ts';

export const deskFindHandlers = handlers(deskFindCalls, { deskFind: findAtDesk });
