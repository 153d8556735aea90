/** An error that stops the build, for the editor: where in the program it was found says nothing to them. */
export function refusal(sentence: string): Error {
  const error = new Error(sentence);
  error.stack = '';
  return error;
}
