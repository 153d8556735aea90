/** Tasks for points, at the platform's desk. */
import { api } from '#lib/contract/api.ts';
import type { CreatedTask, CreateTaskInput } from '#lib/contract/tasks.ts';
import { deskCall } from './session.ts';

/** Makes a task. Rejects as `deskCall` does. */
export function createTask(input: CreateTaskInput): Promise<CreatedTask> {
  return deskCall(api.createTask, input);
}
