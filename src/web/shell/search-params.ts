/** Reads a value of an address; undefined where it is none that can be meant. */
type ParamParser<Value> = (given: unknown) => Value | undefined

type ParsedSearch<Reads extends Record<string, ParamParser<unknown>>> = {
  [Name in keyof Reads]?: NonNullable<ReturnType<Reads[Name]>>
}

/**
 * What stands in an address under these names; what cannot be read is as if it did not stand there. Each of them is named,
 * because the router keeps of the address what is not.
 */
export const parseSearch =
  <Reads extends Record<string, ParamParser<unknown>>>(reads: Reads) =>
  (given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read(given[name])])) as ParsedSearch<Reads>

/** The longest that is sought. */
const maxTextLength = 200

/** Text; a router reads figures as numbers. */
export const textParam: ParamParser<string> = (given) => {
  const isText = typeof given === 'string' || typeof given === 'number'
  return isText ? String(given).slice(0, maxTextLength) || undefined : undefined
}

/** As many pages as the service counts. */
const maxPage = 1_000_000

/** A page of a list after the first. */
export const pageParam: ParamParser<number> = (given) =>
  Number.isInteger(given) && Number(given) > 1 && Number(given) <= maxPage ? Number(given) : undefined

export const idParam: ParamParser<string> = (given) =>
  typeof given === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given) ? given : undefined

/** A day that a calendar has, and that one can go on from. */
export const dateParam: ParamParser<string> = (given) => {
  if (typeof given !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(given)) return undefined
  const moment = Date.parse(given)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(given) ? given : undefined
}

export const enumParam =
  <Value extends string>(...values: readonly Value[]): ParamParser<Value> =>
  (given) =>
    values.find((each) => each === given)

export const flagParam: ParamParser<true> = (given) => (given === true ? true : undefined)

/** The address of a list. */
export const listSearch = parseSearch({ page: pageParam, q: textParam })

/** The address of a list with filters beside it. */
export const listSearchWith = <Reads extends Record<string, ParamParser<unknown>>>(reads: Reads) =>
  parseSearch({ page: pageParam, q: textParam, ...reads })
