export function compile(folder: string, options?: readonly string[]): void
