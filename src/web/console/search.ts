/** Reads a value of an address; undefined where it is none that can be meant. */
type Read<Value> = (given: unknown) => Value | undefined

type Found<Reads extends Record<string, Read<unknown>>> = {
  [Name in keyof Reads]?: NonNullable<ReturnType<Reads[Name]>>
}

/**
 * What stands in an address under these names; what cannot be read is as if it did not stand there. Each of them is named,
 * because the router keeps of the address what is not.
 */
export const searchOf =
  <Reads extends Record<string, Read<unknown>>>(reads: Reads) =>
  (given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read(given[name])])) as Found<Reads>

/** The longest that is sought. */
const longest = 200

/** Text; a router reads figures as numbers. */
export const text: Read<string> = (given) => {
  const isText = typeof given === 'string' || typeof given === 'number'
  return isText ? String(given).slice(0, longest) || undefined : undefined
}

/** As many pages as the service counts. */
const mostPages = 1_000_000

/** A page of a list after the first. */
export const pageAfterFirst: Read<number> = (given) =>
  Number.isInteger(given) && Number(given) > 1 && Number(given) <= mostPages ? Number(given) : undefined

export const id: Read<string> = (given) =>
  typeof given === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given) ? given : undefined

/** A day that a calendar has, and that one can go on from. */
export const day: Read<string> = (given) => {
  if (typeof given !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(given)) return undefined
  const moment = Date.parse(given)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(given) ? given : undefined
}

export const oneOf =
  <Value extends string>(...values: readonly Value[]): Read<Value> =>
  (given) =>
    values.find((each) => each === given)

export const yes: Read<true> = (given) => (given === true ? true : undefined)

/** The address of a list. */
export const list = searchOf({ page: pageAfterFirst, q: text })

/** The address of a list with filters beside it. */
export const listBy = <Reads extends Record<string, Read<unknown>>>(reads: Reads) =>
  searchOf({ page: pageAfterFirst, q: text, ...reads })
