/** An error that stops the build, for the editor: without a stack, which means nothing to them. */
export function refusal(sentence: string): Error {
  const error = new Error(sentence);
  error.stack = '';
  return error;
}
