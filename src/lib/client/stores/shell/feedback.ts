/** 意见反馈 in the browser. */

import { api } from '#lib/contract/api.ts';
import type { FeedbackInput, FeedbackWire } from '#lib/contract/feedback/calls.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { call } from '../../api.ts';
import { uploadFile } from '../../upload.ts';

/** Sends one. Rejects as `call` does: 422 names the field. */
export function sendFeedback(input: FeedbackInput): Promise<FeedbackWire> {
  return call(api.sendFeedback, input);
}

/** Sends a picture of one; rejects as `uploadFile`. */
export function uploadFeedbackPicture(
  file: File,
  options: Parameters<typeof uploadFile>[1],
): Promise<FileWire> {
  return uploadFile(file, options, api.feedbackPicture);
}
