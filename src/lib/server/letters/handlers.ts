import { lettersCalls } from '#lib/contract/letters.ts';
import { handlers } from '../core/calls/handlers.ts';
import { countLetter, writeToCompany, writeToFound } from './write.ts';

export const lettersHandlers = handlers(lettersCalls, { writeToCompany, countLetter, writeToFound });
