import { CancelledError } from './api.ts';

/** The person has closed the dialog that an ended session or a missing proof asked by. In a file of its own: the home page does not load it. */
export class GivenUpError extends CancelledError {}
