const most = 8

/** The first results in their order, but the best of each kind before the second of any. */
export function selectTopResults<Found extends { kind: string }>(results: readonly Found[]): Found[] {
  const place = new Map<Found, number>()
  for (const ofKind of Object.values(Object.groupBy(results, ({ kind }) => kind)))
    for (const [index, result] of (ofKind ?? []).entries()) place.set(result, index)
  const shown = new Set(results.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)).slice(0, most))
  return results.filter((result) => shown.has(result))
}
