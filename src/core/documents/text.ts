/** The first character that no document can show (control characters), or null. */
export function firstForbiddenCharacter(text: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.exec(text)?.[0] ?? null
}
