/** Throws if a name occurs twice. */
export function assertDistinct(what: string, names: readonly string[]) {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new Error(`The ${what} ${name} is there twice.`)
    seen.add(name)
  }
}
