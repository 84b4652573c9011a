/** Returns undefined for an invalid value. */
type ParamParser<Value> = (given: unknown) => Value | undefined

type ParsedSearch<Reads extends Record<string, ParamParser<unknown>>> = {
  [Name in keyof Reads]?: NonNullable<ReturnType<Reads[Name]>>
}

/**
 * Validates search parameters; invalid ones are undefined. All names are listed, because the router keeps parameters that are not
 * returned.
 */
export const parseSearch =
  <Reads extends Record<string, ParamParser<unknown>>>(reads: Reads) =>
  (given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read(given[name])])) as ParsedSearch<Reads>

const maxTextLength = 200

/** The router parses digits as numbers. */
export const textParam: ParamParser<string> = (given) => {
  const isText = typeof given === 'string' || typeof given === 'number'
  return isText ? String(given).slice(0, maxTextLength) || undefined : undefined
}

/** The service's limit. */
const maxPage = 1_000_000

/** A page number after the first. */
export const pageParam: ParamParser<number> = (given) =>
  Number.isInteger(given) && Number(given) > 1 && Number(given) <= maxPage ? Number(given) : undefined

export const idParam: ParamParser<string> = (given) =>
  typeof given === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given) ? given : undefined

/** An existing date between 1900 and 2199. */
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

export const listSearch = parseSearch({ page: pageParam, q: textParam })

/** A list's parameters and filters. */
export const listSearchWith = <Reads extends Record<string, ParamParser<unknown>>>(reads: Reads) =>
  parseSearch({ page: pageParam, q: textParam, ...reads })
