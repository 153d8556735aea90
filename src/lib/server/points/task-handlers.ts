import { tasksCalls } from '#lib/contract/tasks.ts';
import { handlers } from '../core/calls/handlers.ts';
import { createTask } from './task-desk.ts';

export const tasksHandlers = handlers(tasksCalls, { createTask });
